import { ADAPTER_CONTRACT_VERSION, type Adapter, type Session } from '../adapter.js';
import { checkedAddress, formatAddress, type WireAddress } from './address.js';
import { createAdmission } from './admission.js';
import { createConnections } from './connection.js';
import { createControl } from './control.js';
import { createDelivery } from './delivery.js';
import { createDialer } from './dialer.js';
import {
  type Handshake,
  type HandshakeParts,
  type Introduction,
  shakeHands,
  shakeHandsAgain,
} from './handshake.js';
import { createNamedConnections } from './named-connections.js';
import { createProbes, type Probes } from './probe.js';
import {
  createRecords,
  findRecordsAccess,
  type OpenRecords,
  type RecordsAccess,
  recordsCapability,
  watchingRouter,
} from './records/index.js';
import { createAuthenticate, type SaslCredentials } from './security/sasl.js';
import { createTlsConnector, type TlsSettings } from './security/tls.js';
import { createSession } from './session.js';

export { parseWireAddress, type WireAddress, WireAddressError } from './address.js';
export type { Introduction } from './handshake.js';
export { recordsCapability } from './records/index.js';
export { SASL_MECHANISMS, type SaslCredentials, type SaslMechanism } from './security/sasl.js';
export { type TlsSettings, TlsSettingsError } from './security/tls.js';

export interface WireAdapterOptions extends WireAddress {
  /** For an answer to the adapter's own requests, and for any request to be read; in ms. */
  readonly requestTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** For every connection to every broker. Absent: plaintext. */
  readonly tls?: TlsSettings;
  /** For every connection to every broker. Absent: no authentication. */
  readonly sasl?: SaslCredentials;
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
const CLOSED = 'the wire adapter is closed; no session can be opened on it';

/** Known after the first handshake, the same for all sessions. */
interface Ready {
  readonly handshake: Handshake;
  readonly probes: Probes;
  /** Null where records cannot be read. */
  readonly openRecords: OpenRecords | null;
}

/**
 * Drives the Kafka-compatible broker at an address, and all others of its cluster. It sees what a
 * client sees: records where it may read the offsets topic, no control over time or configuration.
 *
 * Throws WireAddressError on a port that cannot be one, TlsSettingsError on certificates that
 * cannot be used. Whatever else goes wrong on the way to the
 * broker is an AdapterError of `describe` or `open`.
 */
export function createWireAdapter(options: WireAdapterOptions): WireAdapter {
  const given = checkedAddress(options.host, options.port);
  const settings = {
    ...DEFAULTS,
    ...options,
    connectTls: options.tls === undefined ? undefined : createTlsConnector(options.tls),
    authenticate: options.sasl === undefined ? undefined : createAuthenticate(options.sasl),
  };
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
    CLOSED,
  );
  // Connections are made before their sessions, a few sessions at a time, so that what is made in
  // the middle of one need not wait long.
  const preparations = createAdmission(settings.maxConnecting, CLOSED);
  const places = new Set<Pick<Session, 'close'>>();
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
      authenticates: settings.sasl !== undefined,
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
        advertised: handshake.advertised,
        configuration: handshake.configuration,
        ...recordsCapability(handshake.recordsAccess),
        clock: 'real',
        isolated: false,
      };
    },

    introduction: async () => (await getReady()).handshake,

    async open({ connections: names = [], records: wanted = true }) {
      const { handshake, probes, openRecords } = await getReady();
      await admission.enter();
      const connections = createConnections(dialer, settings);
      // What there is to close if the adapter is closed meanwhile.
      const place = { close: connections.close };
      places.add(place);
      const vacate = async () => {
        await place.close();
        if (places.delete(place)) admission.leave();
      };
      const plain = handshake.makeRouter();
      const records = wanted && openRecords !== null ? openRecords(plain) : null;
      const router = records === null ? plain : watchingRouter(plain, records);
      const named = createNamedConnections(connections, router);
      try {
        await preparations.enter();
        await named.prepare(names).finally(preparations.leave);
      } catch (error) {
        await vacate();
        throw error;
      }
      const { quietMs, processEnd } = settings;
      const delivery = createDelivery(named, router);
      const session = createSession({
        connections,
        delivery,
        probes,
        records,
        quietMs,
        processEnd,
      });
      place.close = session.close;
      return { ...session, close: vacate };
    },

    async close() {
      admission.close();
      preparations.close();
      dialer.close();
      await Promise.all([own.close(), ...[...places].map((place) => place.close())]);
    },
  };
}
