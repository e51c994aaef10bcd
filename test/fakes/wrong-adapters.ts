import { createTimer } from '../../reference/runtime/timer.js';
import type {
  Adapter,
  Answer,
  Implementation,
  LogRecord,
  OutgoingRequest,
  Session,
} from '../../src/adapter/adapter.js';
import type { ApiName } from '../../src/protocol/apis.js';
import type { MessageBody } from '../../src/protocol/message-body.js';

/** What is wrong with a session; `opened` counts the sessions of the adapter from 1. */
export type Fault = (session: Session, opened: number) => Session;

/** An adapter that is right but for one fault, of one implementation that all sessions share. */
export function withFault(right: Adapter, fault: Fault, isolated = false): Adapter {
  let opened = 0;
  return {
    ...announcing(right, { isolated }),
    open: async (options) => fault(await right.open(options), ++opened),
  };
}

export function announcing(right: Adapter, changes: Partial<Implementation>): Adapter {
  return { ...right, describe: async () => ({ ...(await right.describe()), ...changes }) };
}

/** Replaces each answer to `api` by others; none drops it. */
function answers(
  api: ApiName,
  change: (answer: Answer, request: OutgoingRequest) => readonly Answer[],
): Fault {
  return (session) => {
    const requests = new Map<number, OutgoingRequest>();
    return {
      ...session,
      send(request) {
        requests.set(request.id, request);
        return session.send(request);
      },
      takeAnswers: () =>
        session.takeAnswers().flatMap((answer) => {
          const request = requests.get(answer.requestId);
          return request?.api === api ? change(answer, request) : [answer];
        }),
    };
  };
}

export const dropsAnswersTo = (api: ApiName): Fault => answers(api, () => []);

/** Hands out ids, but parks for ever whoever comes back with one. */
export const dropsAnswersToKnownMembers: Fault = answers('JoinGroup', (answer, request) =>
  request.body['memberId'] === '' ? [answer] : [],
);

export const answersTwice = (api: ApiName): Fault => answers(api, (answer) => [answer, answer]);

export const answersWhatWasNeverAsked = (api: ApiName): Fault =>
  answers(api, (answer) => [answer, { ...answer, requestId: 999 }]);

export const changesAnswersTo = (
  api: ApiName,
  change: (body: MessageBody, request: OutgoingRequest) => MessageBody,
): Fault =>
  answers(api, (answer, request) =>
    answer.kind === 'response' ? [{ ...answer, body: change(answer.body, request) }] : [answer],
  );

export const changesField = (api: ApiName, field: string, value: MessageBody[string]): Fault =>
  changesAnswersTo(api, (body) => ({ ...body, [field]: value }));

export const answersInBytesNobodyCanRead = (api: ApiName): Fault =>
  answers(api, ({ requestId, at }) => [
    { kind: 'undecodable', requestId, at, reason: 'the frame ends too early' },
  ]);

/** Closes the connection instead of answering `api`, in the sessions that `when` picks. */
export const closesConnections =
  (api: ApiName, when: (opened: number) => boolean = () => true): Fault =>
  (session, opened) =>
    when(opened)
      ? answers(api, ({ requestId, at }) => [
          { kind: 'connection-closed', requestId, at, reason: 'the other side closed it' },
        ])(session, opened)
      : session;

/**
 * Holds back the answer to the second of the joins that were answered together, for `ms`. Nothing is
 * wrong with that: a real client would not notice.
 */
export const answersJoinsApart =
  (ms: number): Fault =>
  (session) => {
    const joins = new Set<number>();
    let held: { readonly answer: Answer; readonly until: number } | null = null;
    let answered = 0;
    return {
      ...session,
      send(request) {
        if (request.api === 'JoinGroup') joins.add(request.id);
        return session.send(request);
      },
      takeAnswers() {
        const due: Answer[] = [];
        for (const answer of session.takeAnswers()) {
          const isJoined =
            joins.has(answer.requestId) &&
            answer.kind === 'response' &&
            answer.body['errorCode'] === 0;
          if (isJoined) answered += 1;
          if (isJoined && answered === 2) held = { answer, until: session.clock.now() + ms };
          else due.push(answer);
        }
        if (held !== null && session.clock.now() >= held.until) {
          due.push(held.answer);
          held = null;
        }
        return due;
      },
    };
  };

/** Is known to have ended instead of answering `api`. */
export const crashesOn =
  (api: ApiName, when: (opened: number) => boolean = () => true): Fault =>
  (session, opened) =>
    when(opened)
      ? answers(api, ({ requestId, at }) => [
          { kind: 'connection-closed', requestId, at, reason: 'it was killed', ended: true },
        ])(session, opened)
      : session;

/** Answers a join that has to be parked at once with an error, and never again. */
export const answersParkedJoinsAtOnce: Fault = (session) => {
  const early = new Map<number, boolean>();
  const refusal = { errorCode: 27, generationId: -1, protocolType: null, protocolName: null };
  return {
    ...session,
    send(request) {
      if (request.api === 'JoinGroup' && request.body['memberId'] !== '') {
        early.set(request.id, false);
      }
      return session.send(request);
    },
    takeAnswers() {
      const right = session.takeAnswers().filter(({ requestId }) => !early.has(requestId));
      const wrong = [...early]
        .filter(([, done]) => !done)
        .map(([requestId]): Answer => {
          early.set(requestId, true);
          return { kind: 'response', requestId, at: session.clock.now(), body: refusal };
        });
      return [...right, ...wrong];
    },
  };
};

/** Every timer fires `ms` too early, as a clock that was read too late makes it. */
export const firesTimersEarly =
  (ms: number): Fault =>
  (session) => {
    const { clock } = session;
    if (clock.kind !== 'virtual') throw new Error('this fault is one of virtual time');
    let ahead = false;
    return {
      ...session,
      clock: {
        ...clock,
        now: () => clock.now() - (ahead ? ms : 0),
        advance(by) {
          const first = !ahead;
          ahead = true;
          return clock.advance(by + (first ? ms : 0));
        },
      },
    };
  };

export const changesRecords =
  (change: (records: readonly LogRecord[]) => LogRecord[]): Fault =>
  (session) => ({ ...session, takeRecords: async () => change(await session.takeRecords()) });

/** Shows the records of groups with members only so long, in ms, after they could first be seen. */
export const showsRecordsLate =
  (ms: number): Fault =>
  (session) => {
    let held: { readonly record: LogRecord; readonly due: number }[] = [];
    return {
      ...session,
      async takeRecords() {
        const now = session.clock.now();
        for (const record of await session.takeRecords()) {
          const members = record.value?.['members'];
          const late = Array.isArray(members) && members.length > 0;
          held.push({ record, due: late ? now + ms : now });
        }
        const shown = held.filter(({ due }) => due <= now);
        held = held.filter(({ due }) => due > now);
        return shown.map(({ record }) => record);
      },
    };
  };

/** Takes so long, in ms, over every settling: the machine is slow, and does not know it. */
export const settlesSlowly =
  (ms: number): Fault =>
  (session) => ({
    ...session,
    async settle() {
      await session.settle();
      const { clock } = session;
      if (clock.kind === 'real') await clock.waitUntil(clock.now() + ms);
    },
  });

type Method = 'send' | 'settle' | 'takeAnswers' | 'takeRecords' | 'close';

export const throwsOn =
  (method: Method, error: Error): Fault =>
  (session) => ({
    ...session,
    [method]: () => {
      throw error;
    },
  });

/** Never comes back from `settle`. */
export const hangs: Fault = (session) => ({ ...session, settle: () => new Promise(() => {}) });

/** Has a timer of 0 ms that arms itself again whenever it fires. */
export const standsStill: Fault = (session) => {
  const timer = createTimer(0, (key) => timer.schedule(key, 0));
  timer.schedule({ kind: 'cleanup' }, 0);
  return { ...session, settle: async () => timer.advance(0) };
};
