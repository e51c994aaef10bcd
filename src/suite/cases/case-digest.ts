import { createHash } from 'node:crypto';
import type { Case } from './case-types.js';

/**
 * SHA-256 over all that a case and its opening demand and that decides where it runs; not over what
 * gives that its meaning, such as templates and comparison (docs/cases.md). What is for people only
 * may change without it, and so may the layout of the file.
 */
export function caseDigest({ data, opening }: Pick<Case, 'data' | 'opening'>): string {
  const { title: _title, comment: _comment, reports: _reports, origin: _origin, ...own } = data;
  return digestOf(JSON.stringify([own, opening?.steps ?? null]));
}

/** The same over several cases and their names. */
export function casesDigest(cases: readonly Pick<Case, 'id' | 'data' | 'opening'>[]): string {
  const lines = cases.map((own) => `${own.id} ${caseDigest(own)}\n`);
  return digestOf(lines.sort().join(''));
}

function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
