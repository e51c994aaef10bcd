import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/adapter/adapter.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { certify } from '../../src/certify.js';
import { loadKit } from '../../src/kit.js';
import { loadMutants } from '../../src/mutants/load-mutants.js';
import { runMutants } from '../../src/mutants/run-mutants.js';

const kit = loadKit();

/** From all over the protocol, each killed by a case that people wrote. */
const TEN = [
  'instance_id_that_nobody_has_is_fenced',
  'handed_out_id_stays_pending_after_its_join',
  'other_order_of_protocols_is_no_change',
  'changed_metadata_is_no_change',
  'restarted_static_member_counts_as_new',
  'emptied_group_starts_over_at_generation_zero',
  'generation_grows_when_the_rebalance_starts',
  'cleanup_removes_groups_that_prepare',
  'failed_cleanup_loses_the_groups',
  'identity_outranks_room',
];

/** Requests, waits and deeds of a case and its opening, as they really happen. */
async function movesOf(caseId: string): Promise<number> {
  let moves = 0;
  const counted = counting(createReferenceAdapter(kit.defaults), () => moves++);
  const own = kit.cases.filter(({ id }) => id === caseId);
  const { results } = await certify(kit, counted, { cases: own, jobs: 1 });
  return moves / results.filter(({ verdict }) => verdict === 'pass').length;
}

function counting(adapter: Adapter, count: () => void): Adapter {
  return {
    ...adapter,
    async open(options) {
      const session = await adapter.open(options);
      const { clock } = session;
      if (clock.kind !== 'virtual') throw new Error('the reference has a virtual clock');
      return {
        ...session,
        send(request) {
          count();
          return session.send(request);
        },
        control(action) {
          count();
          return session.control(action);
        },
        clock: {
          ...clock,
          advance(ms) {
            if (ms > 0) count();
            return clock.advance(ms);
          },
        },
      };
    },
  };
}

describe('Exploring finds a mistake in no more moves than the case that shows it', () => {
  it('of ten mutants', async () => {
    const all = loadMutants({ ruleIds: kit.known.ruleIds });
    const mutants = all.filter(({ name }) => TEN.includes(name));
    expect(mutants).toHaveLength(TEN.length);
    const written = kit.cases.filter(({ id }) => !id.startsWith('generated/'));
    const byCases = await runMutants({ kit: { ...kit, cases: written }, mutants });
    const exploring = { runs: 2_000, steps: 50, seed: 1, shrink: true };
    const byExploring = await runMutants({ kit, mutants, exploring });
    const compared = await Promise.all(
      byCases.map(async ({ mutant, fate }, index) => {
        const found = byExploring[index]?.fate;
        const own = fate.kind === 'failed' ? fate.result.split('@')[0] : undefined;
        return {
          mutant: mutant.name,
          case: own === undefined ? Number.NaN : await movesOf(own),
          exploring: found?.kind === 'failed' ? (found.counterexample?.steps ?? 0) : Infinity,
        };
      }),
    );
    expect(compared.filter((one) => !(one.exploring <= one.case))).toEqual([]);
  });
});
