import { apiSchema } from '../../protocol/apis.js';
import {
  AdapterError,
  type Answer,
  type Capability,
  type Clock,
  ImplementationGoneError,
  type LogRecord,
  type OutgoingRequest,
  type Session,
} from '../adapter.js';
import { type Channel, type ChannelEnd, THE_ADAPTER } from './channel.js';
import { createSessionClock } from './clock.js';
import { takeControl } from './control.js';
import { jsonBodyCodec } from './json-body.js';
import { JsonBodyError } from './json-misfit.js';
import { recordFromJson } from './json-record.js';
import type { AnswerParams, JsonObject } from './protocol.js';

/** The ends of a session that its process reaches. */
export interface SessionEnds {
  readonly session: Session;
  /** An answer to one of its requests. Whatever it returns is a breach of the protocol. */
  answered(params: AnswerParams): string | undefined;
  /** Nothing comes through any more. */
  ended(end: ChannelEnd): void;
}

export interface SessionParts {
  readonly id: number;
  readonly channel: Channel;
  readonly clock: Clock['kind'];
  readonly capabilities: ReadonlySet<Capability>;
  /** After the session is closed. */
  readonly onClosed: () => Promise<void>;
}

type Sent = Pick<OutgoingRequest, 'api' | 'version'>;

const BEHIND = ' after it had said that nothing more happens';

export function createSession(parts: SessionParts): SessionEnds {
  const { id, channel, capabilities, onClosed } = parts;
  const own = { session: id };
  /** Requests without an answer. */
  const open = new Map<number, Sent>();
  let lastRequestId = 0;
  let answers: Answer[] = [];
  /** Requests that the adapter has not yet said to have taken. */
  let untaken = 0;
  let onAllTaken = () => {};
  /** What went wrong since the last call that could say so. */
  let fault: AdapterError | undefined;
  /** Whether the death of the process already shows in an answer. */
  let cut = false;
  let closing: Promise<void> | undefined;
  /** Records that have been asked for and not been taken. */
  let asked: Promise<LogRecord[]>[] = [];
  /** Whether records may have been written since they were asked for. */
  let stale = true;
  /** Whether the last look at the state was one at the records, too. */
  let looksAtRecords = false;

  /** Whether the adapter has said that nothing more happens by itself. */
  let quiet = true;
  const onQuiet = () => {
    quiet = parts.clock === 'virtual';
  };

  const clock = createSessionClock(parts.clock, {
    fault: () => fault,
    advance: (ms) => moved(() => channel.call('advance', { session: id, ms }, onQuiet)),
  });

  const noteFault = (error: AdapterError) => {
    // The death of the process shows in the answers that it owes.
    if (error instanceof ImplementationGoneError && cut) return;
    fault ??= error;
    clock.recheck();
  };

  function taken(error?: AdapterError): void {
    untaken -= 1;
    if (error !== undefined) noteFault(error);
    if (untaken === 0) onAllTaken();
  }

  function strayed(requestId: number): string {
    const asked = requestId > 0 && requestId <= lastRequestId;
    return asked ? ', which has been answered before' : ', which was never sent';
  }

  /** From here on things happen. */
  function stirred(): void {
    stale = true;
    quiet = false;
  }

  function requireOpen(): void {
    if (closing !== undefined)
      throw new AdapterError('the session is closed; nothing can be done in it');
  }

  /** A call after which nothing happens before the next one. Undefined when the process died. */
  async function moved<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    requireOpen();
    stirred();
    const called = call();
    if (looksAtRecords) askForRecords();
    looksAtRecords = false;
    let result: Result | undefined;
    try {
      result = await called;
    } catch (error) {
      noteFault(error as AdapterError);
    }
    if (untaken > 0) {
      await new Promise<void>((resolve) => {
        onAllTaken = resolve;
      });
    }
    if (fault !== undefined) throw fault;
    return result;
  }

  /** Right behind the call that made them, so that taking them costs no time of its own. */
  function askForRecords(): void {
    stale = false;
    const coming = channel
      .call('records', own)
      .then(({ records }) => records.map((record) => recordFromJson(record)));
    coming.catch(() => {});
    asked.push(coming);
  }

  /** On a real clock the kit's own counts: a step is judged by when it could know. */
  function answer(requestId: number, toldAt: number, outcome: Outcome): void {
    const at = parts.clock === 'real' ? clock.clock.now() : toldAt;
    answers.push({ ...outcome, requestId, at });
    clock.arrived();
  }

  const session: Session = {
    clock: clock.clock,

    /** An error that comes back is told by the next `settle`: nobody waits for it here. */
    async send(request) {
      requireOpen();
      const { api, version } = request;
      if (open.has(request.id))
        throw new AdapterError(`request id ${request.id} is already in use`);
      const end = channel.end();
      if (end?.kind === 'broken') throw end.error;
      lastRequestId = Math.max(lastRequestId, request.id);
      if (end?.kind === 'died') {
        cut = true;
        answer(request.id, clock.clock.now(), closed(end));
        return;
      }
      const params = {
        session: id,
        requestId: request.id,
        connection: request.connection,
        clientId: request.clientId,
        api,
        version,
        body: bodyToJson(request),
      };
      open.set(request.id, { api, version });
      stirred();
      untaken += 1;
      channel.post('send', params, taken);
      await channel.room();
    },

    async settle() {
      await moved(() => channel.call('settle', own, onQuiet));
    },

    takeAnswers() {
      const taken = answers;
      answers = [];
      return taken;
    },

    async takeRecords() {
      requireOpen();
      if (!capabilities.has('records'))
        throw new AdapterError(`${THE_ADAPTER} cannot show the records of a group`);
      // On a real clock timers write between two calls of the kit, too.
      if (stale || parts.clock === 'real') askForRecords();
      looksAtRecords = true;
      const coming = asked;
      asked = [];
      const [only] = coming;
      // Mostly so, and awaiting several is many times as much work.
      if (only !== undefined && coming.length === 1) return only;
      return (await Promise.all(coming)).flat();
    },

    async control(action) {
      requireOpen();
      stirred();
      await takeControl(channel, id, capabilities, action);
    },

    close() {
      closing ??= (async () => {
        clock.close();
        try {
          if (channel.end() === undefined) await channel.call('close', own);
        } finally {
          await onClosed();
        }
      })();
      return closing;
    },
  };

  return {
    session,

    answered({ requestId, at, body, undecodable, closed }) {
      if (closing !== undefined) return undefined;
      const given =
        Number(body !== undefined) +
        Number(undecodable !== undefined) +
        Number(closed !== undefined);
      if (given !== 1)
        return `answered request ${requestId} with ${given} of body, undecodable and closed instead of one`;
      const request = open.get(requestId);
      const why = request === undefined ? strayed(requestId) : quiet ? BEHIND : undefined;
      if (request === undefined || why !== undefined) {
        noteFault(new AdapterError(`${THE_ADAPTER} answered request ${requestId}${why}`));
        return undefined;
      }
      open.delete(requestId);
      if (closed !== undefined)
        answer(requestId, at, { kind: 'connection-closed', reason: closed });
      else if (undecodable !== undefined)
        answer(requestId, at, { kind: 'undecodable', reason: undecodable });
      else answer(requestId, at, readBody(request, body));
      return undefined;
    },

    ended(end) {
      if (end.kind === 'died' && open.size > 0) {
        cut = true;
        const at = clock.clock.now();
        for (const requestId of open.keys()) answer(requestId, at, closed(end));
        open.clear();
      } else {
        noteFault(end.error);
      }
    },
  };
}

type Outcome = Pick<Extract<Answer, { kind: 'response' }>, 'kind' | 'body'> | Untold;
type Untold =
  | Pick<Extract<Answer, { kind: 'undecodable' }>, 'kind' | 'reason'>
  | Pick<Extract<Answer, { kind: 'connection-closed' }>, 'kind' | 'reason' | 'ended'>;

function closed({ error }: ChannelEnd): Untold {
  return { kind: 'connection-closed', reason: error.message, ended: true };
}

function bodyToJson({ api, version, body }: OutgoingRequest): JsonObject {
  try {
    return jsonBodyCodec(apiSchema(api).request, version).toJson(body);
  } catch (error) {
    if (!(error instanceof JsonBodyError)) throw error;
    throw new AdapterError(`${api} version ${version} cannot be written: ${error.message}`, {
      cause: error,
    });
  }
}

function readBody({ api, version }: Sent, body: AnswerParams['body']): Outcome {
  try {
    const { response } = apiSchema(api);
    return { kind: 'response', body: jsonBodyCodec(response, version).fromJson(body ?? null) };
  } catch (error) {
    if (!(error instanceof JsonBodyError)) throw error;
    return { kind: 'undecodable', reason: error.message };
  }
}
