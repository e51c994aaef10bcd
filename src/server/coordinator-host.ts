import type { CoordinatorApi } from '../../reference/call.js';
import type {
  Coordinator,
  CoordinatorOptions,
  CoordinatorRequest,
  createCoordinator,
} from '../../reference/coordinator.js';
import type { LogRecord } from '../../reference/runtime/log.js';
import type { ResponseOf } from '../protocol/apis.js';
import type { ServerClock } from './clock.js';
import { type CommittedOffsets, createCommittedOffsets } from './committed-offsets.js';
import { compacted } from './compaction.js';
import { createRecordHistory, type RecordHistory } from './record-history.js';
import { ServerError } from './server-error.js';

/** The reference, or the reference with a mistake in it. */
export type CreateCoordinator = typeof createCoordinator;

/** Where clients find the coordinator of their groups. */
export type Whereabouts = 'here' | 'loading' | 'away';

export interface HostOptions extends Pick<CoordinatorOptions, 'configuration' | 'ids' | 'sizeOf'> {
  readonly createCoordinator: CreateCoordinator;
  readonly clock: ServerClock;
  /** Told when the coordinator threw, in a sentence. It goes on as well as it can. */
  readonly onFault: (sentence: string) => void;
}

/** The reference in real time: its own deadlines drive the one timer that there is. */
export interface CoordinatorHost {
  /** As it is now: another one after `replace`. */
  readonly coordinator: Coordinator;
  readonly whereabouts: Whereabouts;
  readonly offsets: CommittedOffsets;
  readonly history: RecordHistory;
  /** False when the coordinator threw; `reply` is then not called any more. */
  handle<Api extends CoordinatorApi>(
    request: CoordinatorRequest<Api>,
    reply: (body: ResponseOf<Api>) => void,
  ): boolean;
  /** Runs `act` on the coordinator as of now, and follows what it did. Rethrows what it throws. */
  perform<Result>(act: (coordinator: Coordinator) => Result): Result;
  /** Unloads, loads; what is parked is told NOT_COORDINATOR. @throws ServerError */
  move(to: Whereabouts): void;
  /** Another coordinator takes over the log, as after a failover. @throws ServerError */
  replace(create: CreateCoordinator): void;
  close(): void;
}

/** What `setTimeout` takes. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** After a fault the timer rests, lest one that cannot be fired takes the whole processor. */
const REST_AFTER_FAULT_MS = 100;
/** A log smaller than this is not worth compacting. */
const LEAST_COMPACTION = { records: 20_000, bytes: 64 * 1024 * 1024 };

export function createCoordinatorHost(options: HostOptions): CoordinatorHost {
  const { clock, configuration, ids, sizeOf = () => 0, onFault } = options;
  const offsets = createCommittedOffsets();
  const history = createRecordHistory();
  let coordinator = create(options.createCoordinator);
  let whereabouts: Whereabouts = 'here';
  /** Of the log, up to where `offsets` and `history` have followed it. */
  let position = 0;
  /** Of the log, where that is known. */
  let bytes = 0;
  let compactAt = LEAST_COMPACTION;
  let wake: NodeJS.Timeout | undefined;
  let wakesAt: number | null = null;
  let busy = false;
  let closed = false;

  function create(make: CreateCoordinator): Coordinator {
    const startAt = clock.now();
    return make({ configuration, ids, startAt, sizeOf });
  }

  /** Fires what is due; false when that failed. */
  function catchUp(): boolean {
    const behind = clock.now() - coordinator.timer.now;
    if (behind <= 0) return true;
    try {
      coordinator.timer.advance(behind);
      return true;
    } catch (error) {
      onFault(`the coordinator threw while a timer fired: ${reasonOf(error)}`);
      return false;
    }
  }

  function follow(): void {
    const { log } = coordinator;
    for (; position < log.end; position++) {
      const record = log.records[position];
      if (record === undefined) break;
      const size = sizeOf([record]);
      bytes += size;
      offsets.apply(record);
      history.add(record, size);
    }
    if (log.end < compactAt.records && bytes < compactAt.bytes) return;
    log.replace(compacted(log.records));
    restartAt(log.records);
    compactAt = {
      records: Math.max(LEAST_COMPACTION.records, 2 * log.end),
      bytes: Math.max(LEAST_COMPACTION.bytes, 2 * bytes),
    };
  }

  /** The log is these records now, all of them known already. */
  function restartAt(records: readonly LogRecord[]): void {
    position = records.length;
    bytes = records.reduce((sum, record) => sum + sizeOf([record]), 0);
  }

  function arm(leastMs = 0): void {
    const deadline = closed ? null : coordinator.timer.nextDeadline();
    if (deadline === wakesAt && leastMs === 0) return;
    clearTimeout(wake);
    wakesAt = deadline;
    if (deadline === null) return;
    const wait = Math.min(Math.max(clock.until(deadline), leastMs), LONGEST_WAIT_MS);
    wake = setTimeout(onWake, wait);
  }

  function onWake(): void {
    wakesAt = null;
    busy = true;
    const fired = catchUp();
    busy = false;
    follow();
    arm(fired ? 0 : REST_AFTER_FAULT_MS);
  }

  function perform<Result>(act: (coordinator: Coordinator) => Result): Result {
    // Out of an answer: whoever is at it follows what is done here.
    if (busy) return act(coordinator);
    busy = true;
    try {
      catchUp();
      return act(coordinator);
    } finally {
      busy = false;
      follow();
      arm();
    }
  }

  function inTurn(deed: string, act: (coordinator: Coordinator) => void): void {
    try {
      perform(act);
    } catch (error) {
      throw new ServerError(`the coordinator threw when it was to ${deed}: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  }

  function load(records: readonly LogRecord[]): void {
    coordinator.unload();
    coordinator.log.replace(records);
    restartAt(records);
  }

  const host: CoordinatorHost = {
    get coordinator() {
      return coordinator;
    },
    get whereabouts() {
      return whereabouts;
    },
    offsets,
    history,
    handle(request, reply) {
      try {
        perform(() => coordinator.handle(request, reply));
        return true;
      } catch (error) {
        onFault(`the coordinator threw on ${request.api}: ${reasonOf(error)}`);
        return false;
      }
    },
    perform,
    move(to) {
      if (to === whereabouts) return;
      inTurn(DEEDS[to], () => {
        if (to === 'away' || whereabouts === 'here') coordinator.unload();
        if (to === 'loading' || whereabouts === 'away') coordinator.startLoad();
        if (to === 'here') coordinator.finishLoad();
        whereabouts = to;
      });
    },
    replace(make) {
      const { records } = coordinator.log;
      try {
        if (whereabouts !== 'away') coordinator.unload();
      } catch (error) {
        // It is not needed any more; only what is parked at it is never answered.
        onFault(`the coordinator threw when it was to go: ${reasonOf(error)}`);
      }
      inTurn('take over a log', () => {
        coordinator = create(make);
        load(records);
        if (whereabouts !== 'away') coordinator.startLoad();
        if (whereabouts === 'here') coordinator.finishLoad();
      });
    },
    close() {
      closed = true;
      clearTimeout(wake);
    },
  };
  arm();
  return host;
}

const DEEDS: Readonly<Record<Whereabouts, string>> = {
  here: 'load its groups',
  loading: 'begin to load its groups',
  away: 'unload its groups',
};

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
