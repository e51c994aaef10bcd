import {
  AdapterError,
  type Answer,
  ImplementationGoneError,
  type OutgoingRequest,
  refuseControl,
  type Session,
} from '../adapter.js';
import { formatAddress, type WireAddress } from './address.js';
import { createArrivals } from './arrivals.js';
import { decodeOutcome, type Outcome } from './channel.js';
import type { Connections } from './connection.js';
import { startLagReader } from './event-loop-lag.js';
import { createNamedConnections } from './named-connections.js';
import type { Probes } from './probe.js';
import type { SessionRecords } from './records/index.js';
import type { Router } from './routing.js';

export interface SessionParts {
  /** The session's own; it closes them. */
  readonly connections: Connections;
  readonly router: Router;
  readonly probes: Probes;
  /** Null where records cannot be read, or nobody wants them. */
  readonly records: SessionRecords | null;
  /** Least silence, in ms, after which an implementation is taken to have answered what it can. */
  readonly quietMs: number;
  /** See WireAdapterOptions. */
  readonly processEnd: (() => Promise<string | undefined>) | undefined;
}

export function createSession(parts: SessionParts): Session {
  const { connections, router, probes, records, processEnd } = parts;
  const arrivals = createArrivals();
  const lag = startLagReader();
  const named = createNamedConnections(connections, router);
  /** Unanswered requests, with their destination once it is known. */
  const open = new Map<number, WireAddress | undefined>();
  const allAnswered = () => open.size === 0;
  let answers: Answer[] = [];
  let closing: Promise<void> | undefined;
  /** Requests whose connection is over and whose reason is still being found out. */
  const inquests = new Set<Promise<void>>();

  function answer(request: OutgoingRequest, outcome: Outcome, ended = false): void {
    if (closing !== undefined) return;
    const decoded = decodeOutcome(request.api, request.version, outcome);
    const known = decoded.kind === 'connection-closed' && ended ? { ended } : {};
    answers.push({ ...decoded, ...known, requestId: request.id, at: arrivals.now() });
    open.delete(request.id);
    arrivals.arrived();
  }

  /** Connections tell of a dying process a moment before the operating system does. */
  function answerClosed(
    request: OutgoingRequest,
    reason: string,
    askForEnd: () => Promise<string | undefined>,
  ): void {
    const inquest = askForEnd().then((end) => {
      inquests.delete(inquest);
      const ended = end !== undefined;
      answer(request, { kind: 'closed', reason: ended ? `${reason}: ${end}` : reason }, ended);
    });
    inquests.add(inquest);
  }

  /** The probes of every broker that owes an answer. */
  function probesOfOpen() {
    const addresses = new Map<string, WireAddress>();
    for (const address of open.values()) {
      if (address !== undefined) addresses.set(formatAddress(address), address);
    }
    return [...addresses.values()].map((address) => probes.at(address));
  }

  return {
    clock: {
      kind: 'real',
      now: arrivals.now,
      waitUntil: (time, wake = () => false) => arrivals.until(time, wake),
      takeLag: lag.take,
    },

    async send(request) {
      if (closing !== undefined)
        throw new AdapterError('the session is closed; nothing can be sent in it');
      if (open.has(request.id))
        throw new AdapterError(`request id ${request.id} is already in use`);
      open.set(request.id, undefined);
      try {
        await named.send(request, {
          sending: (address) => open.set(request.id, address),
          settle(outcome) {
            if (outcome.kind === 'closed' && processEnd !== undefined) {
              answerClosed(request, outcome.reason, processEnd);
            } else {
              answer(request, outcome);
            }
          },
        });
      } catch (error) {
        if (error instanceof ImplementationGoneError && processEnd !== undefined) {
          answerClosed(request, error.message, processEnd);
          return;
        }
        open.delete(request.id);
        arrivals.recheck();
        throw error;
      }
    },

    /**
     * A broker does not tell that it has nothing to say. What it could answer at once has most
     * likely come when a later round trip has, followed by a silence longer than that.
     */
    async settle() {
      if (allAnswered()) return;
      const asked = probesOfOpen();
      let probed = false;
      const probing = Promise.all(asked.map((probe) => probe.roundTrip())).finally(() => {
        probed = true;
        arrivals.recheck();
      });
      await arrivals.until(Number.POSITIVE_INFINITY, () => allAnswered() || probed);
      if (probed) await probing;
      const probedAt = arrivals.now();
      while (!allAnswered()) {
        const quiet = Math.max(parts.quietMs, ...asked.map((probe) => 2 * probe.lastRoundTripMs()));
        const quietUntil = Math.max(probedAt, arrivals.lastAt() ?? 0) + quiet;
        if (arrivals.now() >= quietUntil) break;
        await arrivals.until(quietUntil, allAnswered);
      }
      await Promise.all(inquests);
    },

    takeAnswers() {
      const taken = answers;
      answers = [];
      return taken;
    },

    takeRecords() {
      if (records !== null) return records.take();
      return Promise.reject(new AdapterError('the records of this session cannot be read'));
    },

    control: refuseControl('the wire adapter'),

    close() {
      closing ??= connections.close();
      records?.close();
      lag.stop();
      arrivals.close();
      return closing;
    },
  };
}
