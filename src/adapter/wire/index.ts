import { ADAPTER_CONTRACT_VERSION, type Adapter, type Session } from '../adapter.js';
import { checkedAddress, formatAddress, type WireAddress } from './address.js';
import { createAdmission } from './admission.js';
import { createConnections } from './connection.js';
import { createControl } from './control.js';
import { createDialer } from './dialer.js';
import {
  type Handshake,
  type HandshakeParts,
  type Introduction,
  shakeHands,
  shakeHandsAgain,
} from './handshake.js';
import { createProbes, type Probes } from './probe.js';
import {
  createRecords,
  findRecordsAccess,
  type OpenRecords,
  type RecordsAccess,
  recordsCapability,
  watchingRouter,
} from './records/index.js';
import { createSession } from './session.js';

export { formatAddress, parseWireAddress, type WireAddress, WireAddressError } from './address.js';
export type { Introduction } from './handshake.js';
export { recordsCapability } from './records/index.js';

export interface WireAdapterOptions extends WireAddress {
  /** For an answer to the adapter's own requests, and for any request to be read; in ms. */
  readonly requestTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** How long a fresh broker may take to have a group coordinator, in ms. */
  readonly coordinatorTimeoutMs?: number;
  /** Least silence after which an implementation is taken to have answered what it can, in ms. */
  readonly quietMs?: number;
  /** A larger answer ends its connection. */
  readonly maxFrameBytes?: number;
  /** Connections in the making at once; others wait for their turn. */
  readonly maxConnecting?: number;
  /** Sockets open at once; sessions wait for room. */
  readonly maxConnections?: number;
  /** What a session is reckoned to need of them. */
  readonly connectionsPerSession?: number;
  /** False leaves the records of groups alone, also where they can be read. */
  readonly readRecords?: boolean;
  /** What another instance of the same implementation said; it is not asked again. */
  readonly introduction?: Introduction;
  /**
   * For an implementation that runs in a process of the caller's: how it ended, once that is clear;
   * undefined when it runs on. A request to a process that ended is answered `connection-closed`
   * with that reason, also when it came too late for a connection: whoever killed it knows.
   */
  readonly processEnd?: () => Promise<string | undefined>;
}

export interface WireAdapter extends Adapter {
  /** For adapters to other instances. */
  introduction(): Promise<Introduction>;
}

const DEFAULTS = {
  requestTimeoutMs: 10_000,
  connectTimeoutMs: 5_000,
  coordinatorTimeoutMs: 30_000,
  quietMs: 50,
  maxFrameBytes: 16 * 1024 * 1024,
  maxConnecting: 4,
  maxConnections: 2_000,
  connectionsPerSession: 6,
  readRecords: true,
};

const NOT_READ: RecordsAccess = { kind: 'unreadable', reason: 'reading them is switched off' };

/** Known after the first handshake, the same for all sessions. */
interface Ready {
  readonly handshake: Handshake;
  readonly probes: Probes;
  /** Null where records cannot be read. */
  readonly openRecords: OpenRecords | null;
}

/**
 * Drives the Kafka-compatible broker at a plaintext address. It sees what a client sees: records
 * where it may read the offsets topic, no control over time or configuration.
 *
 * Throws WireAddressError on a port that cannot be one. Whatever else goes wrong on the way to the
 * broker is an AdapterError of `describe` or `open`.
 */
export function createWireAdapter(options: WireAdapterOptions): WireAdapter {
  const given = checkedAddress(options.host, options.port);
  const settings = { ...DEFAULTS, ...options };
  const dialer = createDialer(settings);
  const own = createConnections(dialer, settings);
  const controlOf = (address: WireAddress) =>
    createControl(own, address, settings.requestTimeoutMs);
  const recordsAt = {
    given,
    controlOf,
    timeoutMs: settings.requestTimeoutMs,
    maxFrameBytes: settings.maxFrameBytes,
  };
  // Whole sessions are waited for, never single connections: two half-open sessions that wait for
  // each other's sockets would wait for ever.
  const admission = createAdmission(
    settings.maxConnections / settings.connectionsPerSession,
    'the wire adapter is closed; no session can be opened on it',
  );
  const sessions = new Set<Session>();
  let ready: Promise<Ready> | undefined;

  /** Done once; after a failure the next call tries again. */
  function getReady(): Promise<Ready> {
    if (ready === undefined) {
      const attempt = prepare();
      ready = attempt;
      attempt.catch(() => {
        if (ready === attempt) ready = undefined;
      });
    }
    return ready;
  }

  async function prepare(): Promise<Ready> {
    const { coordinatorTimeoutMs, introduction } = settings;
    const parts: HandshakeParts = {
      control: controlOf(given),
      controlOf,
      coordinatorTimeoutMs,
      recordsAccess: async (advertised, groupId) =>
        settings.readRecords ? findRecordsAccess(recordsAt, advertised, groupId) : NOT_READ,
    };
    const handshake =
      introduction === undefined
        ? await shakeHands(parts)
        : await shakeHandsAgain(parts, introduction);
    dialer.handshakeDone();
    return {
      handshake,
      probes: createProbes(controlOf, handshake.apiVersionsVersion),
      openRecords:
        handshake.recordsAccess.kind === 'readable' ? createRecords(recordsAt, handshake) : null,
    };
  }

  return {
    contractVersion: ADAPTER_CONTRACT_VERSION,

    async describe() {
      const { handshake } = await getReady();
      return {
        name: `tcp:${formatAddress(given)}`,
        apis: handshake.apis,
        configuration: handshake.configuration,
        ...recordsCapability(handshake.recordsAccess),
        clock: 'real',
        isolated: false,
      };
    },

    introduction: async () => (await getReady()).handshake,

    async open({ records: wanted = true }) {
      const { handshake, probes, openRecords } = await getReady();
      await admission.enter();
      const router = handshake.makeRouter();
      const records = wanted && openRecords !== null ? openRecords(router) : null;
      const session = createSession({
        connections: createConnections(dialer, settings),
        router: records === null ? router : watchingRouter(router, records),
        probes,
        records,
        quietMs: settings.quietMs,
        processEnd: settings.processEnd,
      });
      sessions.add(session);
      return {
        ...session,
        async close() {
          await session.close();
          if (sessions.delete(session)) admission.leave();
        },
      };
    },

    async close() {
      admission.close();
      dialer.close();
      await Promise.all([own.close(), ...[...sessions].map((session) => session.close())]);
    },
  };
}
