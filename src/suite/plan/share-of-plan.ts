import { createHash } from 'node:crypto';
import { checkOf } from '../version-honesty/checks.js';
import type { SuitePlan } from './plan-suite.js';
import type { Prepared } from './prepare.js';
import { type Shard, shareOut } from './shard.js';

/** What a step costs beside the time that it lets pass, in ms. */
const STEP_COST = 1;

/** A check of a version asks a question or two. */
const PROBE_COST = 2 * STEP_COST;

export interface Share {
  readonly plan: SuitePlan;
  /** SHA-256 over which shard has what: shards that do not agree on it do not belong together. */
  readonly split: string;
}

/**
 * What falls to one shard. A case stays whole, with all its versions: whoever reads a shard sees
 * all that there is of it, and what is known of its versions can be judged there. Cases that are
 * skipped cost nothing and have their place all the same.
 */
export function shareOfPlan(plan: SuitePlan, { number, of }: Shard): Share {
  const costs = new Map<string, number>();
  const add = (id: string, cost: number) => costs.set(id, (costs.get(id) ?? 0) + cost);
  for (const one of plan.settled) add(one.case, 0);
  for (const one of plan.ready) add(one.expansion.case.id, costOf(one));
  for (const one of plan.probes) add(checkOf(one).id, PROBE_COST);
  const work = [...costs].map(([id, cost]) => ({ id, cost }));
  const shares = shareOut(work, of);
  const isOwn = (id: string) => shares.get(id) === number;
  return {
    plan: {
      settled: plan.settled.filter((one) => isOwn(one.case)),
      ready: plan.ready.filter((one) => isOwn(one.expansion.case.id)),
      probes: plan.probes.filter((one) => isOwn(checkOf(one).id)),
    },
    split: digestOf(shares),
  };
}

/** Waiting is what takes time on a real clock, steps on a virtual one. */
function costOf({ expansion, length }: Prepared): number {
  const { opening, steps } = expansion.case;
  return length + STEP_COST * (steps.length + (opening?.steps.length ?? 0));
}

function digestOf(shares: ReadonlyMap<string, number>): string {
  const lines = [...shares].map(([id, number]) => `${id} ${number}\n`).sort();
  return `sha256:${createHash('sha256').update(lines.join('')).digest('hex')}`;
}
