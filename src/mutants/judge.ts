import type { Adapter } from '../adapter/adapter.js';
import { certify } from '../certify.js';
import type { Kit } from '../kit.js';
import type { Case } from '../suite/case-types.js';
import type { Result } from '../suite/verdict.js';
import type { Fate } from './fate.js';

/**
 * Runs the cases until one fails, those that cite one of `rules` first.
 *
 * @param onCase told of each case just before it runs
 */
export async function judgeMutant(
  kit: Kit,
  adapter: Adapter,
  rules: readonly string[],
  onCase: (id: string) => void,
): Promise<Fate> {
  let crash: Fate | null = null;
  for (const own of byRelevance(kit.cases, rules)) {
    onCase(own.id);
    const { results } = await certify(kit, adapter, { cases: [own], jobs: 1, maxAttempts: 1 });
    for (const result of results) {
      const fate = fateOf(result);
      if (fate?.kind === 'failed' || fate?.kind === 'broken') return fate;
      crash ??= fate;
    }
  }
  return crash ?? { kind: 'survived' };
}

function byRelevance(cases: readonly Case[], rules: readonly string[]): Case[] {
  const cites = (own: Case) => own.data.rules.some((id) => rules.includes(id));
  return [...cases.filter(cites), ...cases.filter((own) => !cites(own))];
}

function fateOf({ id, verdict, failure, reason = '' }: Result): Fate | null {
  if (verdict === 'fail') {
    return {
      kind: 'failed',
      result: id,
      step: failure?.step ?? '',
      summary: failure?.summary ?? '',
    };
  }
  if (verdict !== 'error') return null;
  // A typing mistake of the mutant's author, not a mistake of an implementer.
  if (/\bReferenceError: /.test(reason)) return { kind: 'broken', reason };
  return { kind: 'crashed', result: id, reason };
}
