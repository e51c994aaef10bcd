import type { ApiMessages } from '../src/protocol/generated-messages.js';
import type { CoordinatorApi } from './call.js';
import { type Choose, chooseFirst } from './classic/choices.js';
import type { Shard } from './classic/shard.js';
import { timerFired } from './classic/timers.js';
import { readConfiguration } from './configuration.js';
import { createLog, type Log } from './runtime/log.js';
import { createRuntime } from './runtime/operation.js';
import { createTimer, type Timer } from './runtime/timer.js';
import { createService, type Service } from './service/service.js';

export interface CoordinatorOptions {
  /**
   * Broker configuration by Kafka's own names, durations in ms. Needed are
   * group.min.session.timeout.ms, group.max.session.timeout.ms,
   * group.initial.rebalance.delay.ms and group.max.size.
   */
  readonly configuration: Readonly<Record<string, number>>;
  /** A fresh uuid in its 36-character text form at every call. */
  readonly ids: () => string;
  /** What virtual time starts with, in ms; 0 if absent. Records carry it as their timestamp. */
  readonly startAt?: number;
  /** Decides what Kafka leaves open; absent: what Kafka is known to take, else the oldest member. */
  readonly choose?: Choose;
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

/** One partition's coordinator of classic groups, in virtual time, over a log in memory. */
export interface Coordinator {
  /**
   * Takes a request. `reply` is called at most once with the response in complete form: before
   * `handle` returns, or out of a later request or timer if the request is parked. Requests that
   * a newer one of the same member supersedes are never answered (JOIN-09, SYNC-08).
   */
  handle<Api extends CoordinatorApi>(
    request: CoordinatorRequest<Api>,
    reply: (body: ApiMessages[Api]['response']) => void,
  ): void;
  readonly timer: Timer;
  readonly log: Log;
  /** The groups as they are: to look at, not to touch. */
  readonly groups: Shard['groups'];
}

/** @throws Error naming the first configuration value that is missing */
export function createCoordinator(options: CoordinatorOptions): Coordinator {
  const log = createLog();
  const run = createRuntime(log);
  const timer = createTimer(options.startAt ?? 0, (key) =>
    run(() => ({ records: timerFired(shard, key) })),
  );
  const shard: Shard = {
    configuration: readConfiguration(options.configuration),
    timer,
    ids: options.ids,
    choose: options.choose ?? chooseFirst,
    groups: new Map(),
  };
  const service = createService(shard, run);

  return {
    handle({ api, version, clientId, clientHost, body }, answer) {
      const serve: Service[typeof api] = service[api];
      // WIRE-06
      serve({ version, clientId: clientId ?? '', clientHost, body, answer });
    },
    timer,
    log,
    groups: shard.groups,
  };
}
