import { afterEach, describe, expect, it } from 'vitest';
import {
  AdapterError,
  ImplementationGoneError,
  type OutgoingRequest,
} from '../../../src/adapter/adapter.js';
import { misshapen, type Shape } from '../../../src/adapter/child-process/checked.js';
import { type ScriptedAdapter, scriptedAdapter } from '../../fakes/scripted-adapter.js';

const started: ScriptedAdapter[] = [];

afterEach(async () => {
  for (const adapter of started.splice(0)) await adapter.close();
});

function start(): ScriptedAdapter {
  const adapter = scriptedAdapter();
  started.push(adapter);
  return adapter;
}

const heartbeat = (id: number): OutgoingRequest => ({
  id,
  connection: 'A',
  clientId: 'c',
  api: 'Heartbeat',
  version: 4,
  body: { groupId: 'g', memberId: 'm' },
});

const answered = (session: number, requestId: number, errorCode = 25) => ({
  method: 'answer',
  params: { session, requestId, at: 0, body: { throttleTimeMs: 0, errorCode } },
});

const methods = (asked: readonly { readonly method: string }[]) =>
  asked.map(({ method }) => method);

describe('A session', () => {
  it('sends without waiting, and says every field of the version', async () => {
    const adapter = start();
    const session = adapter.open();
    await session.send(heartbeat(1));
    await session.send(heartbeat(2));
    const [first, second] = await adapter.until(2);
    expect(first).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'send',
      params: {
        session: 1,
        requestId: 1,
        connection: 'A',
        clientId: 'c',
        api: 'Heartbeat',
        version: 4,
        body: { groupId: 'g', generationId: 0, memberId: 'm', groupInstanceId: null },
      },
    });
    expect(second?.params['requestId']).toBe(2);
  });

  it('has all answers, in their order, when it has settled', async () => {
    const adapter = start();
    const session = adapter.open();
    await session.send(heartbeat(1));
    await session.send(heartbeat(2));
    const settled = session.settle();
    const [first, second, settle] = await adapter.until(3);
    adapter.say(answered(1, 2, 25), { id: first?.id, result: {} }, answered(1, 1, 27));
    adapter.result(second);
    adapter.result(settle);
    await settled;
    expect(session.takeAnswers()).toEqual([
      { kind: 'response', requestId: 2, at: 0, body: { throttleTimeMs: 0, errorCode: 25 } },
      { kind: 'response', requestId: 1, at: 0, body: { throttleTimeMs: 0, errorCode: 27 } },
    ]);
    expect(session.takeAnswers()).toEqual([]);
  });

  it('has settled only when what it sent was taken', async () => {
    const adapter = start();
    const session = adapter.open();
    await session.send(heartbeat(1));
    const settled = session.settle();
    const [send, settle] = await adapter.until(2);
    let over = false;
    Promise.resolve(settled).then(() => {
      over = true;
    });
    adapter.result(settle);
    // What is said on the same channel after it has been read before this comes back.
    const other = adapter.open().settle();
    adapter.result((await adapter.until(3))[2]);
    await other;
    expect(over).toBe(false);
    adapter.result(send);
    await settled;
  });

  it('hears by the next settle that a request was refused, and no other session does', async () => {
    const adapter = start();
    const [one, other] = [adapter.open(), adapter.open()];
    await one.send(heartbeat(1));
    await other.send(heartbeat(1));
    const settling = [one.settle(), other.settle()];
    const [ofOne, ofOther, ...settles] = await adapter.until(4);
    adapter.say({ id: ofOne?.id, error: { code: 1, message: 'no more room' } });
    for (const asked of [ofOther, ...settles]) adapter.result(asked);
    await expect(settling[0]).rejects.toThrow(
      new AdapterError('the adapter refused send: no more room (code 1)'),
    );
    await settling[1];
  });

  it('waits for no other session', async () => {
    const adapter = start();
    const settling = [1, 2, 3].map(() => adapter.open().settle());
    const asked = await adapter.until(3);
    for (const request of [...asked].reverse()) adapter.result(request);
    await Promise.all(settling);
  });

  it('refuses what it cannot do without asking', async () => {
    const adapter = start();
    const session = adapter.open();
    await expect(session.takeRecords()).rejects.toThrow(
      new AdapterError('the adapter cannot show the records of a group'),
    );
    await expect(session.control({ kind: 'unload' })).rejects.toThrow(
      new AdapterError('the adapter cannot unload the partition'),
    );
    await expect(session.send({ ...heartbeat(1), version: 99 })).rejects.toThrow(
      'Heartbeat version 99 cannot be written: HeartbeatRequest v99: there is no such version',
    );
    expect(adapter.asked).toEqual([]);
  });

  it('does nothing more once it is closed', async () => {
    const adapter = start();
    const session = adapter.open();
    const closing = [session.close(), session.close()];
    adapter.result((await adapter.until(1))[0]);
    await Promise.all(closing);
    const closed = new AdapterError('the session is closed; nothing can be done in it');
    await expect(session.send(heartbeat(1))).rejects.toThrow(closed);
    await expect(session.settle()).rejects.toThrow(closed);
    expect(methods(adapter.asked)).toEqual(['close']);
  });
});

describe('Records', () => {
  const record = (group: string) => ({
    keyVersion: 2,
    key: { group },
    valueVersion: null,
    value: null,
  });

  it('are asked for along with settling once they have been looked at', async () => {
    const adapter = start();
    const session = adapter.open({ capabilities: ['records'] });
    const taking = session.takeRecords();
    adapter.result((await adapter.until(1))[0], { records: [record('first')] });
    expect(await taking).toMatchObject([{ key: { group: 'first' } }]);

    const settling = session.settle();
    const [, settle, ahead] = await adapter.until(3);
    expect(methods(adapter.asked)).toEqual(['records', 'settle', 'records']);
    adapter.result(settle);
    adapter.result(ahead, { records: [record('second')] });
    await settling;
    expect(await session.takeRecords()).toMatchObject([{ key: { group: 'second' } }]);
    expect(adapter.asked).toHaveLength(3);
  });

  it('that were written after that are not missed', async () => {
    const adapter = start();
    const session = adapter.open({ capabilities: ['records'] });
    void session.takeRecords();
    const settling = session.settle();
    const [first, settle, ahead] = await adapter.until(3);
    adapter.result(first, { records: [] });
    adapter.result(settle);
    adapter.result(ahead, { records: [record('one')] });
    await settling;
    await session.send(heartbeat(1));
    const taking = session.takeRecords();
    const [, , , send, more] = await adapter.until(5);
    adapter.result(send);
    adapter.result(more, { records: [record('two')] });
    expect((await taking).map(({ key }) => key['group'])).toEqual(['one', 'two']);
  });

  it('that a timer wrote on a real clock are not missed', async () => {
    const adapter = start();
    const session = adapter.open({ clock: 'real', capabilities: ['records'] });
    void session.takeRecords();
    const settling = session.settle();
    const [first, settle, ahead] = await adapter.until(3);
    adapter.result(first, { records: [] });
    adapter.result(settle);
    adapter.result(ahead, { records: [record('one')] });
    await settling;
    const taking = session.takeRecords();
    // Whoever does not ask again has the first ones only.
    await Promise.race([adapter.until(4), taking]);
    adapter.result(adapter.asked[3], { records: [record('two')] });
    expect((await taking).map(({ key }) => key['group'])).toEqual(['one', 'two']);
  });

  it('are not asked for where nobody looks', async () => {
    const adapter = start();
    const session = adapter.open({ capabilities: ['records'] });
    const settling = session.settle();
    adapter.result((await adapter.until(1))[0]);
    await settling;
    expect(methods(adapter.asked)).toEqual(['settle']);
  });
});

describe('On a real clock', () => {
  it('an answer wakes whoever waits, and has the time of its arrival', async () => {
    const adapter = start();
    const { clock, ...session } = adapter.open({ clock: 'real' });
    if (clock.kind !== 'real') throw new Error('it is to be real');
    await session.send(heartbeat(1));
    const answers: unknown[] = [];
    const waiting = clock.waitUntil(Number.POSITIVE_INFINITY, () => {
      answers.push(...session.takeAnswers());
      return answers.length > 0;
    });
    adapter.result((await adapter.until(1))[0]);
    const before = clock.now();
    adapter.say(answered(1, 1));
    await waiting;
    expect(answers).toMatchObject([{ kind: 'response', requestId: 1 }]);
    expect((answers[0] as { at: number }).at).toBeGreaterThanOrEqual(before);
  });

  it('a fault ends the waiting', async () => {
    const adapter = start();
    const { clock } = adapter.open({ clock: 'real' });
    if (clock.kind !== 'real') throw new Error('it is to be real');
    const waiting = clock.waitUntil(Number.POSITIVE_INFINITY);
    adapter.say(answered(1, 7));
    await expect(waiting).rejects.toThrow('the adapter answered request 7, which was never sent');
  });
});

describe('The death of the process', () => {
  const end = { status: 134, signal: null, lastLines: ['no such state'] };
  const reason =
    "the adapter ended with exit status 134, a shell's word for SIGABRT; the last line of its standard error is 'no such state'";

  it('answers what it owes, and whatever is sent after it', async () => {
    const adapter = start();
    const session = adapter.open();
    await session.send(heartbeat(1));
    const settling = session.settle();
    await adapter.until(2);
    adapter.die(end);
    await settling;
    await session.send(heartbeat(2));
    const closed = { kind: 'connection-closed', at: 0, reason, ended: true };
    expect(session.takeAnswers()).toEqual([
      { ...closed, requestId: 1 },
      { ...closed, requestId: 2 },
    ]);
    await session.close();
  });

  it('is no silence: a session that owes nothing says that it is gone', async () => {
    const adapter = start();
    const session = adapter.open();
    const settling = session.settle();
    await adapter.until(1);
    adapter.die(end);
    await expect(settling).rejects.toThrow(new ImplementationGoneError(reason));
  });
});

describe('The schema', () => {
  it.each<[Shape, unknown, string]>([
    ['params/settle', {}, "lacks the field 'session'"],
    ['params/advance', { session: 1, ms: -1 }, "'ms' must be >= 0, but is -1"],
    [
      'request',
      { jsonrpc: '1.0', id: 1, method: 'open', params: {} },
      `'jsonrpc' is "1.0", not "2.0"`,
    ],
    [
      'params/send',
      { session: 1, request: 1 },
      "has an unknown field 'request'; did you mean 'requestId'?",
    ],
  ])('says what is wrong with %s: %j', (shape, message, sentence) => {
    expect(misshapen(shape, message)).toContain(sentence);
  });
});
