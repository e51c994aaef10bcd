import type { AdvanceStep, RaceStep, RecordsStep, RequestStep, Step } from '../cases/case-types.js';
import { evaluateDuration } from '../expand/durations.js';
import { answeredHandles, judgeOutcomes, type Outcome, readOutcome } from '../judge/judge.js';
import { judgeRecords } from '../judge/judge-records.js';
import type { Pace } from '../time/pace.js';
import { requireConnections } from './connections.js';
import { differsBy, Interrupted } from './interrupt.js';
import { runDeed } from './run-control.js';
import { joinWithHandshake } from './run-opening.js';
import type { Arrived, Outstanding, RunState } from './run-state.js';

/** Runs one step and throws Interrupted when the implementation differs. */
export async function runStep(
  state: RunState,
  pace: Pace,
  index: number,
  step: Step,
): Promise<void> {
  switch (step.kind) {
    case 'request':
      await runRequest(state, pace, index, step);
      break;
    case 'race':
      await runRace(state, pace, step);
      break;
    case 'advance':
      await runAdvance(state, pace, index, step);
      break;
    case 'records':
      await judgeRecords(state, pace, step);
      break;
    case 'control': {
      const parked = byHandle(state);
      await runDeed(state, step);
      await state.session.settle();
      await judge(state, pace, readOutcomes(state, step, parked), []);
      break;
    }
  }
  if (step.mark !== undefined) {
    state.symbols.bind(step.mark, BigInt(Math.round(state.session.clock.now())));
  }
}

async function runRequest(
  state: RunState,
  pace: Pace,
  index: number,
  step: RequestStep,
): Promise<void> {
  for (;;) {
    try {
      return await runOnce(state, pace, step);
    } catch (error) {
      const differs = error instanceof Interrupted && error.interruption.kind === 'differs';
      if (!differs || !isLook(step) || !(await pace.lookAgain(index))) throw error;
    }
  }
}

/**
 * Looks show what is committed (RT-02, RT-07), which other answers need not wait for: an answer may
 * be seen a moment before what it did.
 */
function isLook({ request }: RequestStep): boolean {
  return request === 'DescribeGroups' || request === 'ListGroups';
}

async function runOnce(state: RunState, pace: Pace, step: RequestStep): Promise<void> {
  const parkedBefore = byHandle(state);
  let early: Arrived[] = [];
  if (step.request === 'join') {
    early = await joinWithHandshake(state, pace, step.member, step, step.handle, step.connection);
  } else {
    await state.send(step, step.handle, step.connection);
    await state.session.settle();
  }
  const requests = new Map([...parkedBefore, ...byHandle(state), ...handlesOf(early)]);
  await judge(state, pace, readOutcomes(state, step, requests), early);
}

async function runRace(state: RunState, pace: Pace, step: RaceStep): Promise<void> {
  const parkedBefore = byHandle(state);
  for (const request of step.requests) await state.send(request, request.member, request.member);
  const requests = new Map([...parkedBefore, ...byHandle(state)]);
  await state.session.settle();
  await judge(state, pace, readOutcomes(state, step, requests), []);
}

async function runAdvance(
  state: RunState,
  pace: Pace,
  index: number,
  step: AdvanceStep,
): Promise<void> {
  const outcomes = readOutcomes(state, step, byHandle(state));
  const early: Arrived[] = [];
  const ms = evaluateDuration(step.duration, state.expansion.durations);
  await pace.advance(index, ms, () => {
    early.push(...state.collect());
    return isComplete(outcomes, early);
  });
  await judge(state, pace, outcomes, early);
}

/** Exact mode accepts of the outcomes only Apache Kafka's own, which come first. */
function readOutcomes(
  state: RunState,
  { outcomes, exact = outcomes.length }: Exclude<Step, RecordsStep>,
  requests: ReadonlyMap<string, Outstanding>,
): Outcome[] {
  const accepted = state.expansion.exact ? outcomes.slice(0, exact) : outcomes;
  return accepted.map((answers) => readOutcome(state, answers, requests));
}

/** Waits for what is due, gives anything else its chance to come, and compares. */
async function judge(
  state: RunState,
  pace: Pace,
  outcomes: readonly Outcome[],
  early: readonly Arrived[],
): Promise<void> {
  const arrived = [...early, ...state.collect()];
  await pace.answers(() => {
    arrived.push(...state.collect());
    return isComplete(outcomes, arrived);
  });
  if (state.outstanding.size > 0) {
    await state.session.settle();
    arrived.push(...state.collect());
  }
  requireConnections(arrived);
  const differences = judgeOutcomes(state, outcomes, arrived);
  if (differences.length > 0) throw differsBy(differences);
}

function isComplete(outcomes: readonly Outcome[], arrived: readonly Arrived[]): boolean {
  const came = new Set(arrived.map(({ request }) => request.handle));
  return outcomes.some((outcome) => answeredHandles(outcome).every((handle) => came.has(handle)));
}

function byHandle(state: RunState): Map<string, Outstanding> {
  return new Map([...state.outstanding.values()].map((request) => [request.handle, request]));
}

function handlesOf(arrived: readonly Arrived[]): Map<string, Outstanding> {
  return new Map(arrived.map(({ request }) => [request.handle, request]));
}
