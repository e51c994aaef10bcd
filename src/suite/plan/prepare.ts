import { REFERENCE_PROFILE } from '../../adapter/reference/index.js';
import { chooseDurations } from '../expand/durations.js';
import type { Expansion } from '../expand/expansion.js';
import type { RunContext } from '../run/run-context.js';
import { outline } from '../time/outline.js';
import type { Timeline } from '../time/pace.js';
import { rehearse } from '../time/rehearse.js';
import { header, type Result } from '../verdict.js';

const INITIAL_DELAY = 'group.initial.rebalance.delay.ms';
/** In ms; the default of Apache Kafka. */
const SOME_INITIAL_DELAY = 3000;

/** An expansion with what the rehearsal told; `length` in ms orders the longest first. */
export interface Prepared {
  readonly expansion: Expansion;
  readonly timeline: Timeline | null;
  readonly length: number;
}

const NOT_TRIED = { durationMs: 0, spentMs: 0, attempts: 0 } as const;

/** Rehearses where the clock is real. A result instead means that it will not run. */
export async function prepare(
  context: RunContext,
  expansion: Expansion,
): Promise<Prepared | Result> {
  if (context.implementation.clock === 'virtual') return { expansion, timeline: null, length: 0 };
  const configuration = { ...context.configuration, ...expansion.configuration };
  const rehearsal = await rehearse({ ...context, expansion, configuration });
  if (rehearsal.kind === 'broke' && isForeign(expansion)) {
    return onTime(context, expansion, outline(expansion, rehearsal.timeline));
  }
  if (rehearsal.kind === 'broke') {
    if (await needsInitialDelay(context, expansion)) {
      const reason = `it needs first joins that are held for a while; ${INITIAL_DELAY} is 0 here`;
      return { ...header(expansion), verdict: 'skip', reason, ...NOT_TRIED };
    }
    return {
      ...header(expansion),
      verdict: 'error',
      reason: rehearsal.reason,
      ...NOT_TRIED,
    };
  }
  return onTime(context, expansion, rehearsal.timeline);
}

/** A case of other profiles only need not hold on the reference. */
function isForeign({ case: own }: Expansion): boolean {
  return own.data.profiles?.includes(REFERENCE_PROFILE) === false;
}

function onTime(context: RunContext, expansion: Expansion, timeline: Timeline): Prepared | Result {
  const length = timeline.at(-1)?.end ?? 0;
  if (length > context.longestCase) {
    const reason = `it takes ${Math.round(length / 1000)} s of real time, more than the ${context.longestCase / 1000} s allowed (--longest-case)`;
    return { ...header(expansion), verdict: 'skip', reason, ...NOT_TRIED };
  }
  return { expansion, timeline, length };
}

/** Many cases park a first join, but do not name the time for which it is held. */
async function needsInitialDelay(context: RunContext, expansion: Expansion): Promise<boolean> {
  const configuration = { ...context.configuration, ...expansion.configuration };
  if (configuration[INITIAL_DELAY] !== 0) return false;
  const held = { ...configuration, [INITIAL_DELAY]: SOME_INITIAL_DELAY };
  const durations = chooseDurations(held, 'real', context.epsilon);
  const rehearsal = await rehearse({
    ...context,
    expansion: { ...expansion, durations },
    configuration: held,
  });
  return rehearsal.kind === 'held';
}

/**
 * The same case with deadlines further apart, for a machine that was too slow for it.
 *
 * @param factor how much further, e.g. 2
 */
export async function prepareWider(
  context: RunContext,
  prepared: Prepared,
  factor: number,
): Promise<Prepared> {
  const { expansion } = prepared;
  const configuration = { ...context.configuration, ...expansion.configuration };
  const durations = chooseDurations(configuration, 'real', factor * context.epsilon);
  const wider = await prepare(context, { ...expansion, durations });
  return 'verdict' in wider ? prepared : wider;
}
