import type { Cite } from '../citation.js';
import type { LogError } from '../errors.js';
import type { Log, LogRecord } from './log.js';
import type { Outcome, ReadOperation, WriteOperation } from './operation.js';
import { createQueue } from './queue.js';
import { createTimeline, type Timeline } from './timeline.js';
import type { Timer } from './timer.js';

/** What the partition's log is the log of. */
export interface StateMachine<State> {
  /** The state before the first record. Its changes go through the timeline. */
  create(timeline: Timeline): State;
  replay(state: State, record: LogRecord): void;
  /** The whole log has been replayed; requests come next. */
  loaded(state: State): void;
  /** Nobody will ask this state for anything any more. */
  unloaded(state: State): void;
}

/** Where the partition stands (SVC-06). */
export type Status<State> =
  | { readonly kind: 'not-hosted' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'active'; readonly state: State; readonly timeline: Timeline };

/** An operation that has run and waits until the log is committed up to `end`. */
interface Waiting {
  readonly end: number;
  readonly outcome: Outcome;
  readonly onFailure: (error: LogError) => void;
}

/**
 * One partition of the offsets topic. All that happens to it goes through one queue (RT-01):
 *
 *      request, timer ──▶ handler ──▶ records ──▶ log ──▶ commit ──▶ answer
 *
 * It begins as one that is not hosted here.
 */
export interface Partition<State> {
  status(): Status<State>;
  write(operation: WriteOperation<State>): void;
  read(operation: ReadOperation<State>): void;
  /** The log has committed more. */
  committed(): void;
  /** RT-03: the operation has waited too long. */
  timeOut(operation: number): void;
  /** @throws Error if the partition is loading or active */
  startLoad(): void;
  /** @throws Error if the partition is not loading */
  finishLoad(): void;
  /** @throws Error if the partition is not hosted */
  unload(): void;
}

/** @param writeTimeoutMs asked for whenever an operation has to wait (RT-03) */
export function createPartition<State>(
  log: Log,
  timer: Timer,
  machine: StateMachine<State>,
  writeTimeoutMs: () => number,
  cite: Cite,
): Partition<State> {
  const enqueue = createQueue();
  let status: Status<State> = { kind: 'not-hosted' };
  /** By the number of the operation, in the order in which they ran. */
  const waiting = new Map<number, Waiting>();
  let operations = 0;

  function perform({ run, onFailure }: WriteOperation<State>): void {
    if (status.kind !== 'active') {
      onFailure(refusalOf(cite, status));
      return;
    }
    const { state, timeline } = status;
    const outcome = run(state);
    if (outcome.replay) for (const record of outcome.records) machine.replay(state, record);
    if (outcome.records.length > 0) {
      const refusal = log.append(outcome.records);
      if (refusal !== null) {
        cite('RT-04');
        timeline.revert();
        fail({ outcome, onFailure }, refusal);
        return;
      }
      timeline.written(log.end);
    }
    releaseCommitted(timeline);
    if (log.end === log.committed) {
      outcome.afterCommit?.();
      return;
    }
    cite('RT-02');
    const operation = operations++;
    waiting.set(operation, { end: log.end, outcome, onFailure });
    timer.schedule({ kind: 'write', operation }, writeTimeoutMs());
  }

  /** RT-02: in the order in which they ran; without records, an operation waits for earlier ones. */
  function releaseCommitted(timeline: Timeline): void {
    timeline.committed(log.committed);
    for (const [operation, { end, outcome }] of waiting) {
      if (end > log.committed) return;
      stopWaiting(operation);
      outcome.afterCommit?.();
    }
  }

  function failWaiting(operation: number, error: LogError): void {
    const found = waiting.get(operation);
    if (found === undefined) return;
    stopWaiting(operation);
    fail(found, error);
  }

  function stopWaiting(operation: number): void {
    waiting.delete(operation);
    timer.cancel({ kind: 'write', operation });
  }

  return {
    status: () => status,
    write: (operation) => enqueue(() => perform(operation)),
    read: ({ run, onFailure }) =>
      enqueue(() =>
        status.kind === 'active' ? run(status.state) : onFailure(refusalOf(cite, status)),
      ),
    committed: () =>
      enqueue(() => {
        if (status.kind === 'active') releaseCommitted(status.timeline);
      }),
    timeOut: (operation) =>
      enqueue(() => {
        cite('RT-03');
        failWaiting(operation, 'REQUEST_TIMED_OUT');
      }),

    startLoad: () =>
      enqueue(() => {
        if (status.kind !== 'not-hosted')
          throw new Error(`the partition is ${status.kind} already`);
        status = { kind: 'loading' };
      }),

    finishLoad: () =>
      enqueue(() => {
        if (status.kind !== 'loading')
          throw new Error(`the partition is ${status.kind}, not loading`);
        const timeline = createTimeline();
        const state = machine.create(timeline);
        for (const [position, record] of log.records.entries()) {
          machine.replay(state, record);
          timeline.written(position + 1);
        }
        timeline.committed(log.committed);
        status = { kind: 'active', state, timeline };
        machine.loaded(state);
      }),

    unload: () =>
      enqueue(() => {
        if (status.kind === 'not-hosted') throw new Error('the partition is not hosted');
        cite('RT-09');
        timer.cancelAll();
        for (const operation of waiting.keys()) failWaiting(operation, 'NOT_COORDINATOR');
        if (status.kind === 'active') machine.unloaded(status.state);
        status = { kind: 'not-hosted' };
        // Whatever the failures armed would find its group Dead.
        timer.cancelAll();
      }),
  };
}

/** The handler's own idea of what to do comes first, and then whoever still has to answer. */
function fail({ outcome, onFailure }: Omit<Waiting, 'end'>, error: LogError): void {
  outcome.afterFailure?.(error);
  onFailure(error);
}

function refusalOf(cite: Cite, { kind }: { readonly kind: 'not-hosted' | 'loading' }): LogError {
  cite('SVC-06');
  return kind === 'loading' ? 'COORDINATOR_LOAD_IN_PROGRESS' : 'NOT_COORDINATOR';
}
