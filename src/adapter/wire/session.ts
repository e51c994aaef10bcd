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
import type { DecodedOutcome } from './channel.js';
import type { Connections } from './connection.js';
import type { Delivery } from './delivery.js';
import { startLagReader } from './event-loop-lag.js';
import type { Probes } from './probe.js';
import type { SessionRecords } from './records/index.js';

export interface SessionParts {
  /** The session's own; it closes them. */
  readonly connections: Connections;
  /** Over those connections. */
  readonly delivery: Delivery;
  readonly probes: Probes;
  /** Null where records cannot be read, or nobody wants them. */
  readonly records: SessionRecords | null;
  /** Least silence, in ms, after which an implementation is taken to have answered what it can. */
  readonly quietMs: number;
  /** See WireAdapterOptions. */
  readonly processEnd: (() => Promise<string | undefined>) | undefined;
}

export function createSession(parts: SessionParts): Session {
  const { connections, delivery, probes, records, processEnd } = parts;
  const arrivals = createArrivals();
  const lag = startLagReader();
  /** Unanswered requests, with their destinations as far as they are known. */
  const open = new Map<number, readonly WireAddress[]>();
  const allAnswered = () => open.size === 0;
  let answers: Answer[] = [];
  let closing: Promise<void> | undefined;
  /** Requests whose connection is over and whose reason is still being found out. */
  const inquests = new Set<Promise<void>>();

  function answer(request: OutgoingRequest, outcome: DecodedOutcome, ended = false): void {
    if (closing !== undefined) return;
    const known = outcome.kind === 'connection-closed' && ended ? { ended } : {};
    answers.push({ ...outcome, ...known, requestId: request.id, at: arrivals.now() });
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
      const whole = ended ? `${reason}: ${end}` : reason;
      answer(request, { kind: 'connection-closed', reason: whole }, ended);
    });
    inquests.add(inquest);
  }

  /** The probes of every broker that owes an answer. */
  function probesOfOpen() {
    const addresses = new Map<string, WireAddress>();
    for (const address of [...open.values()].flat()) addresses.set(formatAddress(address), address);
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
      open.set(request.id, []);
      try {
        await delivery.send(request, {
          sending: (address) => open.set(request.id, [...(open.get(request.id) ?? []), address]),
          settle(outcome) {
            if (outcome.kind === 'connection-closed' && processEnd !== undefined) {
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
