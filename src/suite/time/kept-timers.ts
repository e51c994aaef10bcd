import type { TimerEvent } from '../../adapter/reference/index.js';
import { isSameTimer } from '../../adapter/reference/timer-watch.js';
import type { Expansion } from '../expand/expansion.js';
import type { RunContext } from '../run/run-context.js';
import type { RunState } from '../run/run-state.js';
import type { BegunStep, KeptTimer, TimerMoment } from '../verdict.js';
import { goThrough } from './rehearse.js';

/** Timers that a failure keeps, the latest ones. */
const TIMERS_KEPT = 100;

/** What happened to a timer of the reference, and in which step. */
type Happening = TimerEvent & { readonly step: number };

/**
 * The timers behind a failure, as the reference keeps them in the same steps with the same durations.
 * As far as it goes along: a case of another profile may not hold on it.
 *
 * @param steps those that the implementation has begun
 */
export async function keptTimers(
  context: RunContext,
  expansion: Expansion,
  steps: readonly BegunStep[],
): Promise<KeptTimer[]> {
  const configuration = { ...context.configuration, ...expansion.configuration };
  const happenings: Happening[] = [];
  /** When the steps began with the reference, by their places. */
  const began: number[] = [];
  let state: RunState | undefined;
  const { endedAt } = await goThrough({ ...context, expansion, configuration }, (session) => {
    session.watchTimers((event) => happenings.push({ ...event, step: began.length - 1 }));
    return (phase, _index, current) => {
      state = current;
      if (phase === 'begin') began.push(session.clock.now());
    };
  });
  const until = began[steps.length] ?? endedAt;
  return runsOf(happenings.filter(({ step }) => step < steps.length))
    .filter((run) => tellsSomething(run, until))
    .slice(-TIMERS_KEPT)
    .map(({ set, end }) => {
      const { timer } = set;
      const moment = ({ step, at }: Happening): TimerMoment => ({
        step,
        at: momentIn(steps[step], [began[step] ?? 0, began[step + 1] ?? endedAt], at),
      });
      const memberId = timer.kind === 'session' ? timer.memberId : null;
      const begin = moment(set);
      return {
        kind: timer.kind,
        group: 'groupId' in timer ? (state?.renderer.value(timer.groupId) ?? null) : null,
        member: memberId === null ? null : (state?.symbols.nameOf(memberId) ?? null),
        set: begin,
        due: begin.at + set.deadline - set.at,
        end: end === null ? null : { ...moment(end), how: end.what === 'due' ? 'due' : 'stopped' },
      };
    });
}

/**
 * When in a step the implementation came to where the reference was at `at`. An opening takes what
 * time it takes: what is set in it is mostly set at its end.
 *
 * @param rehearsed when the step began and ended with the reference
 */
function momentIn(
  step: BegunStep | undefined,
  [began, ended]: readonly [number, number],
  at: number,
): number {
  if (step === undefined) return at;
  const own = step.kind === 'opening' ? step.ended - (ended - at) : step.began + (at - began);
  return Math.min(Math.max(own, step.began), step.ended);
}

/** From when a timer is set until it runs out, is stopped or set anew; `end` null: it runs still. */
interface TimerRun {
  readonly set: Happening;
  end: Happening | null;
}

function runsOf(happenings: readonly Happening[]): TimerRun[] {
  const runs: TimerRun[] = [];
  for (const happening of happenings) {
    const last = runs.findLast(({ set }) => isSameTimer(set.timer, happening.timer));
    if (happening.what === 'set') runs.push({ set: happening, end: null });
    // One that runs out is told to be stopped just before.
    else if (last !== undefined) last.end = happening;
  }
  return runs;
}

/**
 * Timers that are set and stopped while time stands still explain nothing. Nor do those of members
 * and of the cleanup that only go on running, unless time came nearer to them.
 */
function tellsSomething({ set, end }: TimerRun, until: number): boolean {
  if (set.deadline === set.at) return false;
  if (set.timer.kind === 'cleanup') return end?.what === 'due';
  if (end !== null) return end.at > set.at;
  return set.timer.kind !== 'session' || until > set.at;
}
