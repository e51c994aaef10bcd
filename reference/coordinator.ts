import type { ApiMessages } from '../src/protocol/generated-messages.js';
import type { Call, CoordinatorApi } from './call.js';
import { citeToNobody, type RuleId } from './citation.js';
import { type Choose, chooseFirst } from './classic/choices.js';
import type { Group } from './classic/group.js';
import { loaded, unloaded } from './classic/load-unload.js';
import { replay } from './classic/replay.js';
import { createShard, type Shard } from './classic/shard.js';
import { timerFired } from './classic/timers.js';
import { type ConfigurationValues, readConfiguration } from './configuration.js';
import { createLog, type Log, type LogRecord } from './runtime/log.js';
import { createPartition, type Partition } from './runtime/partition.js';
import { createTimer, type Timer } from './runtime/timer.js';
import type { TimerKey } from './runtime/timer-index.js';
import { createService, type Service } from './service/service.js';

export interface CoordinatorOptions {
  /**
   * Needed are group.min.session.timeout.ms, group.max.session.timeout.ms,
   * group.initial.rebalance.delay.ms, group.max.size, offsets.commit.timeout.ms,
   * offsets.retention.check.interval.ms and max.message.bytes.
   */
  readonly configuration: ConfigurationValues;
  /** A fresh uuid in its 36-character text form at every call. */
  readonly ids: () => string;
  /** What virtual time starts with, in ms; 0 if absent. Records carry it as their timestamp. */
  readonly startAt?: number;
  /** Decides what Kafka leaves open; absent: what Kafka is known to take, else the oldest member. */
  readonly choose?: Choose;
  /** Bytes that records take as one batch of the log (RT-05); absent: none, so all of them fit. */
  readonly sizeOf?: (batch: readonly LogRecord[]) => number;
  /** Told of every rule that decides or does something, at that moment, in order. */
  readonly onRule?: (rule: RuleId) => void;
}

export interface CoordinatorRequest<Api extends CoordinatorApi> {
  readonly api: Api;
  readonly version: number;
  /** From the request header. */
  readonly clientId: string | null;
  /** In the form of a Java address, e.g. `/127.0.0.1` (WIRE-06). */
  readonly clientHost: string;
  /** In complete form. */
  readonly body: ApiMessages[Api]['request'];
}

/**
 * One partition's coordinator of classic groups, in virtual time, over a log in memory. It is
 * created running, with the empty log loaded.
 */
export interface Coordinator {
  /**
   * Takes a request. `reply` is called at most once with the response in complete form: before
   * `handle` returns, or out of a later request, timer or commit if it has to wait. Requests that
   * a newer one of the same member supersedes are never answered (JOIN-09, SYNC-08).
   */
  handle<Api extends CoordinatorApi>(
    request: CoordinatorRequest<Api>,
    reply: (body: ApiMessages[Api]['response']) => void,
  ): void;
  readonly timer: Timer;
  /** Where appends are made to fail and commits are held. */
  readonly log: Log;
  /** Commits what was held, and answers what waited for it in the order in which it was handled. */
  releaseCommits(): void;
  /** The groups as they are: to look at, not to touch. None unless the partition is active. */
  readonly groups: Pick<Shard['groups'], 'get' | 'values'>;
  /** RT-09, UNLOAD-01. @throws Error if the partition is not hosted */
  unload(): void;
  /**
   * The partition is loading until `finishLoad`.
   *
   * @param changes configuration values that are different from here on
   * @throws Error if the partition is hosted already
   */
  startLoad(changes?: ConfigurationValues): void;
  /** Replays the log. @throws Error if the partition is not loading */
  finishLoad(): void;
  /** SVC-02: unloads the partition, if there is something to unload, and answers nothing any more. */
  shutDown(): void;
}

const NO_GROUPS: ReadonlyMap<string, Group> = new Map();

/** @throws Error naming the first configuration value that is missing */
export function createCoordinator(options: CoordinatorOptions): Coordinator {
  let values = options.configuration;
  let configuration = readConfiguration(values);
  let running = true;

  const { ids, choose = chooseFirst, onRule: cite = citeToNobody } = options;
  const log = createLog(options.sizeOf ?? (() => 0), cite);
  log.maxMessageBytes = configuration.maxMessageBytes;

  const fire = (key: TimerKey) => {
    cite('RT-08');
    if (key.kind === 'write') return partition.timeOut(key.operation);
    partition.write({ run: (shard) => timerFired(shard, key), onFailure: () => {} });
  };
  const timer = createTimer(options.startAt ?? 0, fire, cite);
  const partition: Partition<Shard> = createPartition(
    log,
    timer,
    {
      create: (timeline) => createShard({ configuration, timer, ids, choose, cite }, timeline),
      replay,
      loaded,
      unloaded,
    },
    () => configuration.writeTimeoutMs,
    cite,
  );
  const service = createService({
    partition,
    configuration: () => configuration,
    isRunning: () => running,
  });

  function currentGroups(): Coordinator['groups'] {
    const status = partition.status();
    return status.kind === 'active' ? status.state.groups : NO_GROUPS;
  }

  partition.startLoad();
  partition.finishLoad();
  return {
    handle({ api, version, clientId, clientHost, body }, reply) {
      const serve: Service[typeof api] = service[api];
      if (clientId === null) cite('WIRE-06');
      const { answer, isAnswered } = onlyOnce(reply);
      serve({ version, clientId: clientId ?? '', clientHost, body, answer, isAnswered, cite });
    },
    timer,
    log,
    releaseCommits() {
      log.releaseCommits();
      partition.committed();
    },
    groups: {
      get: (groupId) => currentGroups().get(groupId),
      values: () => currentGroups().values(),
    },
    unload: partition.unload,
    startLoad(changes = {}) {
      partition.startLoad();
      values = { ...values, ...changes };
      configuration = readConfiguration(values);
      log.maxMessageBytes = configuration.maxMessageBytes;
    },
    finishLoad: partition.finishLoad,
    shutDown() {
      running = false;
      if (partition.status().kind !== 'not-hosted') partition.unload();
    },
  };
}

/** SVC-09: the first answer stands. */
function onlyOnce<Api extends CoordinatorApi>(
  reply: Call<Api>['answer'],
): Pick<Call<Api>, 'answer' | 'isAnswered'> {
  let answered = false;
  return {
    answer: (body) => {
      if (answered) return;
      answered = true;
      reply(body);
    },
    isAnswered: () => answered,
  };
}
