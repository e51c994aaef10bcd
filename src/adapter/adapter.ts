/**
 * The Adapter contract: all the kit knows of an implementation.
 *
 *      suite                      adapter                     implementation
 *        │  describe() ───────────▶│  versions, configuration ──▶│
 *        │  open() ───────────────▶│  a session for one case     │
 *        │    send(request) ──────▶│ ───────────────────────────▶│
 *        │    settle() ───────────▶│  until nothing more happens │
 *        │    takeAnswers() ◀──────│ ◀───────────────────────────│
 *        │    clock: advance or wait; records(); control()       │
 *        │    close() ────────────▶│  connections, processes     │
 *        │  close() ──────────────▶│                             │
 *
 *  1. `send` never waits for an answer: a parked JoinGroup is the normal case.
 *  2. Between `settle` and the next call nothing happens unless the clock moves.
 *  3. Answers come out once, in the order of their arrival, each with the id of its request.
 *  4. Whatever goes wrong on the adapter's own side is an AdapterError, never an answer.
 */
import type { ApiName } from '../protocol/apis.js';
import type { MessageBody } from '../protocol/message-body.js';
import { Fault } from '../spec/fault.js';
import type { VersionRange } from '../spec/version-range.js';

/** Raised when the contract changes in a way an adapter can notice. */
export const ADAPTER_CONTRACT_VERSION = 1;

/** What an adapter can do beyond sending requests (docs/design.md §1). */
export const CAPABILITIES = [
  'virtual-clock',
  'records',
  'configure',
  'failing-appends',
  'held-commits',
  'reload',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Broker configuration by Kafka's own names; durations in ms. */
export type Configuration = Readonly<Record<string, number>>;

export interface Implementation {
  /** For reports, e.g. `reference` or `tcp:127.0.0.1:9092`. */
  readonly name: string;
  /** Advertised request versions of the APIs that the kit speaks, as far as it speaks them. */
  readonly apis: ReadonlyMap<ApiName, VersionRange>;
  /** What the implementation itself says, where that may be more or nonsense; else as `apis`. */
  readonly advertised?: ReadonlyMap<ApiName, VersionRange>;
  /** Values that are known for sure; the suite assumes the defaults of spec/config.yaml elsewhere. */
  readonly configuration: Configuration;
  readonly capabilities: ReadonlySet<Capability>;
  /** Why capabilities are missing that the adapter has elsewhere: a clause for a reader of reports. */
  readonly lacking?: ReadonlyMap<Capability, string>;
  readonly clock: Clock['kind'];
  /** Whether a crash in one session leaves all others alone. */
  readonly isolated: boolean;
}

export interface OutgoingRequest {
  /** Unique within the session. */
  readonly id: number;
  /** Requests of one connection are read by the implementation one after the other. */
  readonly connection: string;
  readonly clientId: string | null;
  readonly api: ApiName;
  readonly version: number;
  /** Fields of exactly this version; absent ones take the schema's default. */
  readonly body: MessageBody;
}

/** What came back for one request. A cut connection and undecodable bytes are findings, not errors. */
export type Answer =
  | {
      readonly kind: 'response';
      readonly requestId: number;
      readonly at: number;
      readonly body: MessageBody;
    }
  | {
      readonly kind: 'undecodable';
      readonly requestId: number;
      readonly at: number;
      readonly reason: string;
    }
  | {
      readonly kind: 'connection-closed';
      readonly requestId: number;
      readonly at: number;
      readonly reason: string;
      /** True where it is known that the implementation itself has ended, which is a crash. */
      readonly ended?: boolean;
    };

/**
 * For what an implementation in this process does before the call returns, and any other later. A
 * promise of what is done already would only be waited for: at every step of an exploration.
 */
export type Awaitable<Value> = Value | Promise<Value>;

/** Time of a session in ms since its opening. */
export type Clock =
  | {
      readonly kind: 'virtual';
      now(): number;
      /** Moves time, firing due timers in deadline order, one at a time, settling after each. */
      advance(ms: number): Awaitable<void>;
    }
  | {
      readonly kind: 'real';
      now(): number;
      /** Resolves at `time` or as soon as `wake` says so, which is asked after every answer. */
      waitUntil(time: number, wake?: () => boolean): Promise<void>;
      /** Greatest delay of this process's own event loop since the last call, in ms. */
      takeLag(): number;
    };

/**
 * One record of the group's log, decoded. `value` null is a tombstone. The key version tells the
 * kind (RECORD-01, RECORD-08): 2 is a group with key `{ group }`, 1 (in old logs 0) a committed
 * offset with key `{ group, topic, partition }`, whose value the kit does not look into. A value that
 * cannot be decoded is a finding: it has the single field `undecodable`, which says why.
 */
export interface LogRecord {
  readonly keyVersion: number;
  readonly key: MessageBody;
  readonly valueVersion: number | null;
  readonly value: MessageBody | null;
}

/** What a case can do to the log and the partition under its groups, and the capability it takes. */
export type ControlAction =
  /**
   * `failing-appends`: the next append of records is refused as a whole with this error of the log,
   * a Kafka error name such as NOT_ENOUGH_REPLICAS, or NON_PROTOCOL_EXCEPTION for a failure that
   * the protocol has no error for. Several of them refuse as many appends, in their order. What
   * writes no records uses none up.
   */
  | { readonly kind: 'fail-next-append'; readonly error: string }
  /** `held-commits`: what is appended from here on is in the log, but not committed. */
  | { readonly kind: 'hold-commits' }
  /**
   * `held-commits`: commits all that was held, oldest first, and from here on everything at once.
   * What waited for it is answered in the order in which it was handled.
   */
  | { readonly kind: 'release-commits' }
  /**
   * `reload`: the implementation stops hosting the partition (RT-09, UNLOAD-01). The log stays as
   * it is, with what was held still uncommitted.
   */
  | { readonly kind: 'unload' }
  /**
   * `reload`, after `unload`: the partition is loading until `finish-load`. `records` take the
   * place of the log, all of them committed; null loads what is in the log, committed or not.
   * `configuration` has the values that are different from here on.
   */
  | {
      readonly kind: 'start-load';
      readonly records: readonly LogRecord[] | null;
      readonly configuration: Configuration;
    }
  /** `reload`, after `start-load`: the partition serves its groups again. */
  | { readonly kind: 'finish-load' };

export interface Session {
  readonly clock: Clock;
  send(request: OutgoingRequest): Awaitable<void>;
  settle(): Awaitable<void>;
  takeAnswers(): Answer[];
  /**
   * Records written since the last call, whether committed or not, those of each group oldest
   * first: groups may live in different logs. Those of a `start-load` are not among them. Only with
   * capability `records`.
   */
  takeRecords(): Awaitable<LogRecord[]>;
  /**
   * Resolves when the action has been taken; its answers come out of `takeAnswers` after `settle`,
   * as those of a request do. Only with the action's capability: without it, and out of turn, it
   * is an AdapterError.
   */
  control(action: ControlAction): Promise<void>;
  close(): Promise<void>;
}

/** What a {@link Session} answers to control that cannot do any of it. */
export function refuseControl(adapter: string): Session['control'] {
  return (action) => Promise.reject(new AdapterError(`${adapter} cannot ${DEEDS[action.kind]}`));
}

const DEEDS: Readonly<Record<ControlAction['kind'], string>> = {
  'fail-next-append': 'make an append fail',
  'hold-commits': 'hold commits',
  'release-commits': 'release commits',
  unload: 'unload the partition',
  'start-load': 'load the partition',
  'finish-load': 'finish a load of the partition',
};

export interface OpenOptions {
  /** Values a case asks for; honoured only with capability `configure`. */
  readonly configuration: Configuration;
  /** False promises that takeRecords will not be called; an adapter may then save itself the work. */
  readonly records?: boolean;
  /**
   * Connections that requests will name. Where connecting takes time, e.g. for TLS, an adapter may
   * do it before the session and its clock begin.
   */
  readonly connections?: readonly string[];
}

export interface Adapter {
  readonly contractVersion: typeof ADAPTER_CONTRACT_VERSION;
  describe(): Promise<Implementation>;
  open(options: OpenOptions): Promise<Session>;
  close(): Promise<void>;
}

/** Fault of the kit, the adapter or the environment: verdict `error`, exit code 2. */
export class AdapterError extends Fault {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AdapterError';
  }
}

/** An implementation that answered the handshake cannot be reached any more. */
export class ImplementationGoneError extends AdapterError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImplementationGoneError';
  }
}
