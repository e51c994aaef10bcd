import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readChecked } from '../spec/data-files.js';
import { packageRoot } from '../spec/package-root.js';
import { InvalidDataError, type Problem } from '../spec/problem.js';

/** What Apache Kafka has said to a case. */
export interface Confirmation {
  /** Releases whose own coordinator passed every expansion of it in exact mode; never empty. */
  readonly releases: readonly string[];
  /** Of what the case demanded then (`caseDigest`). */
  readonly digest: string;
}

/** Confirmations with their places in the file. */
export interface Confirmations {
  /** By case id. */
  readonly byCase: ReadonlyMap<string, Confirmation>;
  /** The same file and the line of a case with a sentence of its own. */
  readonly problem: (caseId: string, message: string) => Problem;
}

export const CONFIRMATIONS_FILE = (): string => join(packageRoot(), 'cases', 'confirmed.json');

/** Reads `cases/confirmed.json`. Throws InvalidDataError. */
export function loadConfirmations(path: string = CONFIRMATIONS_FILE()): Confirmations {
  const { source, data, problems } = readChecked<{
    readonly confirmed: Readonly<Record<string, Confirmation>>;
  }>(path, 'confirmations');
  if (!existsSync(path)) {
    throw new InvalidDataError([source.problemAt([], 'is not there: npm run kafka:confirm')]);
  }
  if (data === undefined) throw new InvalidDataError(problems);
  return {
    byCase: new Map(Object.entries(data.confirmed)),
    problem: (caseId, message) => source.problemAtKey(['confirmed', caseId], message),
  };
}

/** The text of the file: a line a case, by id, so that a change of one shows as one. */
export function confirmationsText(byCase: ReadonlyMap<string, Confirmation>): string {
  const lines = [...byCase]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { releases, digest }]) => {
      const list = releases.map((release) => JSON.stringify(release)).join(', ');
      return `    ${JSON.stringify(id)}: { "releases": [${list}], "digest": "${digest}" }`;
    });
  return `{\n  "confirmed": {\n${lines.join(',\n')}\n  }\n}\n`;
}
