import type { Adapter, Configuration, Implementation } from '../adapter/adapter.js';
import { AdapterError, ImplementationGoneError } from '../adapter/adapter.js';
import type { ReferenceAdapter } from '../adapter/reference/index.js';
import type { Comparison } from '../spec/comparison.js';
import { type Attempt, type AttemptOptions, placeOf, positionsOf, runAttempt } from './attempt.js';
import { describeStep } from './describe-step.js';
import type { Expansion } from './expansion.js';
import type { Interruption } from './interrupt.js';
import { type Pace, type RealPaceOptions, realPace, type Timeline, virtualPace } from './pace.js';
import { rehearse } from './rehearse.js';
import type { ErrorNames } from './run-state.js';
import type { Failure, Result } from './verdict.js';

export interface RunContext {
  readonly adapter: Adapter;
  readonly implementation: Implementation;
  /** Tells the deadlines of a case on a real clock. */
  readonly reference: ReferenceAdapter;
  readonly configuration: Configuration;
  readonly comparison: Comparison;
  readonly errors: ErrorNames;
  readonly realPace: RealPaceOptions;
  /** How often an inconclusive run is tried before it is reported. */
  readonly maxAttempts: number;
  /** Longest case, in ms, that is run on a real clock. */
  readonly longestCase: number;
  /** Cases under way right now. */
  underWay(): number;
}

/** An expansion with what the rehearsal told; `length` in ms orders the longest first. */
export interface Prepared {
  readonly expansion: Expansion;
  readonly timeline: Timeline | null;
  readonly length: number;
}

/** Rehearses where the clock is real. A result instead means that it will not run. */
export async function prepare(
  context: RunContext,
  expansion: Expansion,
): Promise<Prepared | Result> {
  if (context.implementation.clock === 'virtual') return { expansion, timeline: null, length: 0 };
  const configuration = { ...context.configuration, ...expansion.configuration };
  const rehearsal = await rehearse(
    context.reference,
    expansion,
    configuration,
    context.comparison,
    context.errors,
  );
  if (rehearsal.kind === 'broke') {
    return {
      ...header(expansion),
      verdict: 'error',
      reason: rehearsal.reason,
      durationMs: 0,
      attempts: 0,
    };
  }
  const length = rehearsal.durationMs;
  if (length > context.longestCase) {
    const reason = `it takes ${Math.round(length / 1000)} s of real time, more than the ${context.longestCase / 1000} s allowed (--longest-case)`;
    return { ...header(expansion), verdict: 'skip', reason, durationMs: 0, attempts: 0 };
  }
  return { expansion, timeline: rehearsal.timeline, length };
}

/** Runs until there is a verdict; a late or cut run is tried again on fresh connections. */
export async function runExpansion(context: RunContext, prepared: Prepared): Promise<Result> {
  const { expansion } = prepared;
  let cutBefore: Attempt | null = null;
  for (let attempts = 1; ; attempts++) {
    const attempt = await tryOnce(context, prepared, attempts);
    const last = attempts >= context.maxAttempts;
    const { outcome, durationMs } = attempt;
    const base = { ...header(expansion), durationMs, attempts };
    if (outcome.kind === 'pass') return { ...base, verdict: 'pass' };
    if (outcome.kind === 'fault') return { ...base, verdict: 'error', reason: outcome.reason };
    if (outcome.kind === 'gone') {
      return { ...base, ...judgeGone(context, expansion, cutBefore, outcome.reason) };
    }
    const { interruption } = outcome;
    if (interruption.kind === 'differs') {
      return { ...base, verdict: 'fail', failure: failureOf(expansion, attempt, interruption) };
    }
    if (interruption.kind === 'cut') cutBefore = attempt;
    if (!last) continue;
    if (interruption.kind === 'cut') {
      // Once may be the network; every time at the same place is the implementation.
      return { ...base, verdict: 'fail', failure: failureOf(expansion, attempt, interruption) };
    }
    const reason = `${placeOf(expansion, outcome.at)}: ${interruption.reason}`;
    return { ...base, verdict: 'inconclusive', reason };
  }
}

/**
 * An implementation that is not there any more has crashed or was taken away. The case that was
 * cut is to blame when no other was under way; otherwise nobody can tell.
 */
function judgeGone(
  context: RunContext,
  expansion: Expansion,
  cutBefore: Attempt | null,
  reason: string,
): Pick<Result, 'verdict' | 'reason' | 'failure'> {
  const cut = cutBefore?.outcome.kind === 'interrupted' ? cutBefore.outcome.interruption : null;
  if (cutBefore !== null && cut?.kind === 'cut' && context.underWay() === 1) {
    const interruption: Interruption = {
      kind: 'cut',
      reason: `${cut.reason}; since then: ${reason}`,
    };
    return { verdict: 'fail', failure: failureOf(expansion, cutBefore, interruption) };
  }
  const before = cut?.kind === 'cut' ? `${cut.reason}; ` : '';
  return {
    verdict: 'inconclusive',
    reason: `${before}${reason}; run the case alone to see whether it is the cause`,
  };
}

export function header(
  expansion: Pick<Expansion, 'id' | 'case' | 'swept'>,
): Pick<Result, 'id' | 'case' | 'title' | 'rules' | 'swept'> {
  const { case: own } = expansion;
  return {
    id: expansion.id,
    case: own.id,
    title: own.data.title,
    rules: own.data.rules,
    swept: expansion.swept,
  };
}

async function tryOnce(context: RunContext, prepared: Prepared, attempt: number): Promise<Attempt> {
  // A group that an earlier attempt left behind would spoil this one.
  const groupPrefix = `${prepared.expansion.groupPrefix}${attempt > 1 ? `${attempt}-` : ''}`;
  const expansion = { ...prepared.expansion, groupPrefix };
  let session: Awaited<ReturnType<Adapter['open']>>;
  try {
    session = await context.adapter.open({ configuration: expansion.configuration });
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const kind = error instanceof ImplementationGoneError ? 'gone' : 'fault';
    return { outcome: { kind, reason: error.message }, exchange: [], durationMs: 0 };
  }
  try {
    const options: AttemptOptions = {
      session,
      expansion,
      comparison: context.comparison,
      errors: context.errors,
      pace: paceOf(context, session.clock, prepared.timeline),
    };
    return await runAttempt(options);
  } finally {
    await session.close();
  }
}

function paceOf(
  context: RunContext,
  clock: Awaited<ReturnType<Adapter['open']>>['clock'],
  timeline: Timeline | null,
): Pace {
  if (clock.kind === 'virtual') return virtualPace(clock);
  return realPace(clock, timeline ?? [], context.realPace);
}

function failureOf(expansion: Expansion, attempt: Attempt, interruption: Interruption): Failure {
  const { case: own } = expansion;
  const { outcome } = attempt;
  const at = outcome.kind === 'interrupted' ? outcome.at : positionsOf(expansion)[0];
  const inOpening = at?.kind === 'opening';
  return {
    file: own.file,
    line: at?.kind === 'step' ? at.step.line : 1,
    step: at === undefined ? '' : describeStep(expansion, at),
    rules: inOpening ? (own.opening?.rules ?? []) : own.data.rules,
    summary: interruption.kind === 'differs' ? interruption.summary : interruption.reason,
    differences: interruption.kind === 'differs' ? interruption.differences : [],
    exchange: attempt.exchange,
  };
}
