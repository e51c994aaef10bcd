import { AdapterError, ImplementationGoneError, type Session } from '../../adapter/adapter.js';
import type { Expansion } from '../expand/expansion.js';
import { type Prepared, prepareWider } from '../plan/prepare.js';
import { keptTimers } from '../time/kept-timers.js';
import { type Pace, realPace, virtualPace } from '../time/pace.js';
import { timeLimit } from '../time/time-limit.js';
import { type Failure, type FailureKind, header, type Result } from '../verdict.js';
import { type Attempt, NOTHING_SEEN, placeOf, positionsOf, runAttempt } from './attempt.js';
import { connectionNames } from './connection-names.js';
import { describeStep } from './describe-step.js';
import type { Interruption } from './interrupt.js';
import type { RunContext } from './run-context.js';

/** Beyond what a case itself takes, an adapter has this long, in ms, before it counts as hung. */
const HUNG_AFTER = 60_000;

/** A session may have to wait, in ms, until others make room for it. */
const HUNG_OPENING_AFTER = 600_000;

export interface ExpansionRun {
  readonly result: Result;
  /** Whether a verdict may come when there is less to do: it was late, or differed just once. */
  readonly mayDoBetter: boolean;
}

/**
 * Runs until there is a verdict; a late or cut run is tried again on fresh connections.
 *
 * @param before what came of it at another time, whose attempts and time are counted on
 */
export async function runExpansion(
  context: RunContext,
  prepared: Prepared,
  before?: Result,
): Promise<ExpansionRun> {
  const { expansion } = prepared;
  const { attempts: attemptsBefore, spentMs: spentBefore } = before ?? { attempts: 0, spentMs: 0 };
  let cutBefore: Attempt | null = null;
  /** What differed in an earlier attempt, by its place. */
  const differed = new Map<string, string>();
  /**
   * Places of the attempts that ended for a reason which is the implementation's if it repeats: what
   * differs in one may only be late in the next, or end with the connection.
   */
  const repeated: string[] = [];
  let current = prepared;
  let spentMs = spentBefore;
  for (let tries = 1; ; tries++) {
    const attempts = attemptsBefore + tries;
    const wasAlone = context.watchWhetherAlone();
    const { expansion: ran } = current;
    const tried = await tryOnce(context, current, attempts);
    const attempt = context.implementation.isolated || wasAlone() ? asCut(tried) : tried;
    const last = tries >= attemptsFor(context, attempt);
    const { outcome, durationMs } = attempt;
    spentMs += durationMs;
    const end = (verdict: Judgement, mayDoBetter = false): ExpansionRun => ({
      result: { ...header(expansion), durationMs, spentMs, attempts, ...verdict },
      mayDoBetter,
    });
    if (outcome.kind === 'pass') {
      const [earlier] = differed;
      if (earlier === undefined) return end({ verdict: 'pass' });
      const reason = `it differed once and then did not: ${earlier.join(': ')}`;
      return end({ verdict: 'inconclusive', reason }, true);
    }
    if (outcome.kind === 'fault') return end({ verdict: 'error', reason: outcome.reason });
    if (outcome.kind === 'gone') {
      return end(await judgeGone(context, expansion, cutBefore, outcome.reason));
    }
    const { interruption } = outcome;
    const place = placeOf(expansion, outcome.at);
    const fail = async () =>
      end({ verdict: 'fail', failure: await failureOf(context, ran, attempt, interruption) });
    if (interruption.kind === 'differs') {
      if (last || differed.has(place) || !needsConfirmation(context)) return fail();
      differed.set(place, interruption.summary);
      repeated.push(place);
      continue;
    }
    if (interruption.kind === 'cut') cutBefore = attempt;
    if (interruption.kind !== 'late') repeated.push(place);
    if (!last) {
      if (interruption.kind === 'late') current = await prepareWider(context, prepared, 2 ** tries);
      continue;
    }
    // Once may be the network; every time at the same place is the implementation. One that is the
    // case's own and ended is to blame wherever that was.
    if (interruption.kind === 'cut' && interruption.ended && context.implementation.isolated) {
      return fail();
    }
    if (tries > 1 && repeated.length === tries && new Set(repeated).size === 1) return fail();
    const reason = `${place}: ${interruption.reason}`;
    return end({ verdict: 'inconclusive', reason }, interruption.kind !== 'cut');
  }
}

type Judgement = Pick<Result, 'verdict' | 'reason' | 'failure'>;

/**
 * An implementation that serves hundreds of cases at once in real time may be slow where the kit
 * cannot see it. What it does twice at one step is a difference; what it does once proves nothing.
 */
function needsConfirmation({ implementation }: RunContext): boolean {
  return implementation.clock === 'real' && !implementation.isolated;
}

/** Where no other case can have had a hand in it, being gone is the end of the case's own connections. */
function asCut(attempt: Attempt): Attempt {
  const { outcome } = attempt;
  if (outcome.kind !== 'gone' || outcome.at === undefined) return attempt;
  const interruption: Interruption = { kind: 'cut', reason: outcome.reason, ended: true };
  return { ...attempt, outcome: { kind: 'interrupted', interruption, at: outcome.at } };
}

/**
 * What repeats at the same place is the implementation's doing: at once when no other case can have
 * had a hand in it.
 */
function attemptsFor({ implementation, maxAttempts }: RunContext, { outcome }: Attempt): number {
  const repeats = outcome.kind === 'interrupted' && outcome.interruption.kind !== 'late';
  return repeats && implementation.isolated ? Math.min(maxAttempts, 2) : maxAttempts;
}

/**
 * An implementation that is not there any more has crashed or was taken away. The case that was
 * cut is to blame when no other was under way; otherwise nobody can tell.
 */
async function judgeGone(
  context: RunContext,
  expansion: Expansion,
  cutBefore: Attempt | null,
  reason: string,
): Promise<Judgement> {
  const cut = cutBefore?.outcome.kind === 'interrupted' ? cutBefore.outcome.interruption : null;
  if (cutBefore !== null && cut?.kind === 'cut' && context.underWay() === 1) {
    const interruption: Interruption = {
      kind: 'cut',
      reason: `${cut.reason}; since then: ${reason}`,
      ended: true,
    };
    return {
      verdict: 'fail',
      failure: await failureOf(context, expansion, cutBefore, interruption),
    };
  }
  const before = cut?.kind === 'cut' ? `${cut.reason}; ` : '';
  return {
    verdict: 'inconclusive',
    reason: `${before}${reason}; run the case alone to see whether it is the cause`,
  };
}

async function tryOnce(context: RunContext, prepared: Prepared, attempt: number): Promise<Attempt> {
  // A group that an earlier attempt left behind would spoil this one.
  const groupPrefix = `${prepared.expansion.groupPrefix}${attempt > 1 ? `${attempt}-` : ''}`;
  const expansion = { ...prepared.expansion, groupPrefix };
  let session: Session | null = null;
  try {
    session = await openSession(context, expansion);
    const attempted = runAttempt({
      session,
      expansion,
      comparison: context.comparison,
      errors: context.errors,
      pace: paceOf(context, session, prepared),
    });
    return await orHung(attempted, 2 * prepared.length + HUNG_AFTER);
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const kind = error instanceof ImplementationGoneError ? 'gone' : 'fault';
    return { outcome: { kind, reason: error.message }, seen: NOTHING_SEEN, durationMs: 0 };
  } finally {
    await closeQuietly(session);
  }
}

/** Opening may wait for room; a session that comes after all hope is given up is closed again. */
async function openSession(context: RunContext, expansion: Expansion): Promise<Session> {
  let givenUp = false;
  const { configuration, case: own } = expansion;
  const opening = context.adapter.open({
    configuration,
    connections: connectionNames(expansion),
    records: own.needs.has('records'),
  });
  opening.then((session) => (givenUp ? closeQuietly(session) : undefined)).catch(() => {});
  try {
    return await orHung(opening, HUNG_OPENING_AFTER);
  } catch (error) {
    givenUp = true;
    throw error;
  }
}

function orHung<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  return timeLimit(work, ms, () => {
    throw new AdapterError(`the adapter has not come back for ${ms / 1000} s`);
  });
}

/** A session that cannot be closed has said what it had to say. */
async function closeQuietly(session: Session | null): Promise<void> {
  try {
    await session?.close();
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
  }
}

function paceOf(context: RunContext, session: Session, prepared: Prepared): Pace {
  const { clock } = session;
  if (clock.kind === 'virtual') return virtualPace(clock);
  return realPace(clock, prepared.timeline ?? [], context.realPace);
}

async function failureOf(
  context: RunContext,
  expansion: Expansion,
  attempt: Attempt,
  interruption: Interruption,
): Promise<Failure> {
  const { case: own } = expansion;
  const { outcome } = attempt;
  const at = outcome.kind === 'interrupted' ? outcome.at : positionsOf(expansion)[0];
  const inOpening = at?.kind === 'opening';
  return {
    kind: kindOf(interruption),
    file: own.file,
    at: at?.kind === 'step' ? at.index + 1 : 'opening',
    line: at?.kind === 'step' ? at.step.line : 1,
    step: at === undefined ? '' : describeStep(expansion, at),
    rules: inOpening ? (own.opening?.rules ?? []) : own.data.rules,
    summary: interruption.kind === 'differs' ? interruption.summary : interruption.reason,
    differences: 'differences' in interruption ? interruption.differences : [],
    ...attempt.seen,
    timers: await keptTimers(context, expansion, attempt.seen.steps),
  };
}

function kindOf(interruption: Interruption): FailureKind {
  switch (interruption.kind) {
    case 'differs':
      return 'differs';
    case 'cut':
      return interruption.ended ? 'crashed' : 'closed';
    case 'late':
    case 'tardy':
      return 'late';
  }
}
