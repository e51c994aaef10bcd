import type { Adapter } from '../adapter/adapter.js';
import { type CertifyKit, certify } from '../certify.js';
import type { Case } from '../suite/cases/case-types.js';
import type { Result } from '../suite/verdict.js';
import { type Fate, isMistyped } from './fate.js';

/**
 * Runs the cases until one fails, those that cite one of `rules` first.
 *
 * @param onCase told of each case just before it runs
 */
export async function judgeMutant(
  kit: CertifyKit,
  adapter: Adapter,
  rules: readonly string[],
  onCase: (id: string) => void,
): Promise<Fate> {
  let crash: Fate | null = null;
  const cites = (own: Case) => own.data.rules.some((id) => rules.includes(id));
  const others = kit.cases.filter((own) => !cites(own));
  for (const own of [...kit.cases.filter(cites), ...others]) {
    onCase(own.id);
    const { results } = await certify(kit, adapter, { cases: [own], jobs: 1, maxAttempts: 1 });
    for (const result of results) {
      const fate = fateOf(result, cites(own));
      if (fate?.kind === 'failed' || fate?.kind === 'broken') return fate;
      crash ??= fate;
    }
  }
  return crash ?? { kind: 'survived' };
}

function fateOf({ id, verdict, failure, reason = '' }: Result, cites: boolean): Fate | null {
  if (verdict === 'fail') {
    return {
      kind: 'failed',
      result: id,
      cites,
      step: failure?.step ?? '',
      summary: failure?.summary ?? '',
    };
  }
  if (verdict !== 'error') return null;
  if (isMistyped(reason)) return { kind: 'broken', reason };
  return { kind: 'crashed', result: id, reason };
}
