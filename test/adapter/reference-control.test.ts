import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogRecord as ReferenceRecord } from '../../reference/runtime/log.js';
import {
  AdapterError,
  CAPABILITIES,
  type Configuration,
  type ControlAction,
  type LogRecord,
  type Session,
} from '../../src/adapter/adapter.js';
import { batchSize } from '../../src/adapter/reference/batch-size.js';
import { createReferenceAdapter } from '../../src/adapter/reference/index.js';
import { loadKitSpec } from '../../src/kit.js';
import {
  encodeGroupMetadataKey,
  encodeGroupMetadataValue,
} from '../../src/protocol/group-records.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { errorName } from '../../src/spec/errors.js';

const require = createRequire(import.meta.url);
const kafkajs = 'kafkajs/src/protocol/recordBatch';
const Batch = require(`${kafkajs}/v0/index.js`).RecordBatch as (parts: {
  readonly records: readonly unknown[];
}) => Promise<{ readonly buffer: Buffer }>;
const BatchRecord = require(`${kafkajs}/record/v0/index.js`) as (parts: {
  readonly offsetDelta: number;
  readonly key: Buffer;
  readonly value: Buffer | null;
}) => unknown;

describe('control of the reference', () => {
  it('is announced by its capabilities', async () => {
    const { capabilities } = await createReferenceAdapter({}).describe();
    expect([...capabilities].sort()).toEqual([...CAPABILITIES].sort());
  });

  it('refuses the next appends, one by one', async () => {
    const { join, control } = await open();
    await control({ kind: 'fail-next-append', error: 'NOT_LEADER_OR_FOLLOWER' });
    await control({ kind: 'fail-next-append', error: 'NON_PROTOCOL_EXCEPTION' });
    expect(await join('a', 3)).toBe('NOT_COORDINATOR');
    expect(await join('b', 3)).toBe('UNKNOWN_SERVER_ERROR');
    expect(await join('c', 3)).toBe('none');
  });

  it('names the errors that the log knows', async () => {
    const { control } = await open();
    const failing = control({ kind: 'fail-next-append', error: 'NO_SUCH_ERROR' });
    await expect(failing).rejects.toThrow(AdapterError);
    await expect(failing).rejects.toThrow(/'NO_SUCH_ERROR'; .* NOT_ENOUGH_REPLICAS,/);
  });

  it('holds commits and releases them in the order of the requests', async () => {
    const { session, join, send, control } = await open();
    await control({ kind: 'hold-commits' });
    await join('a');
    for (const groupId of ['x', 'a']) {
      await send('LeaveGroup', 3, { groupId, members: [{ memberId: 'm' }] });
    }
    await send('DeleteGroups', 2, { groupsNames: ['a'] });
    expect(session.takeAnswers().map(({ requestId }) => requestId)).toEqual([1, 2]);
    await control({ kind: 'release-commits' });
    expect(session.takeAnswers().map(({ requestId }) => requestId)).toEqual([3, 4]);
  });

  it.each<[ControlAction['kind'][], string]>([
    [['finish-load'], 'cannot finish a load: the partition is active, not loading'],
    [['start-load'], 'cannot start a load: the partition is active already'],
    [['unload', 'unload'], 'cannot unload: the partition is not hosted'],
    [['unload', 'start-load', 'start-load'], 'the partition is loading already'],
  ])('refuses %s out of turn', async (kinds, reason) => {
    const { control } = await open();
    const taking = (async () => {
      for (const kind of kinds) await control(actionOf(kind));
    })();
    await expect(taking).rejects.toThrow(AdapterError);
    await expect(taking).rejects.toThrow(reason);
  });

  it('takes configuration that changes with the load', async () => {
    const { join, control } = await open();
    await control({ kind: 'unload' });
    const configuration = { 'max.message.bytes': 10 };
    await control({ kind: 'start-load', records: null, configuration });
    expect(await join('a', 3)).toBe('COORDINATOR_LOAD_IN_PROGRESS');
    await control({ kind: 'finish-load' });
    expect(await join('a', 3)).toBe('UNKNOWN_SERVER_ERROR');
  });
});

describe('records to load', () => {
  it.each([0, 1, 2, 3, 4])('of value version %i have what the version has', async (version) => {
    const { session, send } = await loaded([group(version)]);
    await send('DescribeGroups', 5, { groups: ['g'] });
    const [answer] = session.takeAnswers();
    expect(answer?.kind === 'response' && answer.body['groups']).toMatchObject([
      {
        groupState: 'Stable',
        protocolData: 'range',
        members: [{ memberId: 'm', groupInstanceId: version >= 3 ? 'i' : null }],
      },
    ]);
  });

  it('take the place of the log, and are no news', async () => {
    const { session, join, control } = await open();
    await join('before');
    await control({ kind: 'unload' });
    await control({ kind: 'start-load', records: [group(3), offset], configuration: {} });
    await control({ kind: 'finish-load' });
    await join('after');
    await join('simple');
    const records = await session.takeRecords();
    expect(records.map(({ key }) => key['group'])).toEqual(['before', 'after']);
    expect(await session.takeRecords()).toEqual([]);
  });

  it('of offsets show in the tombstones of their group', async () => {
    const { session, send } = await loaded([offset]);
    await send('DeleteGroups', 2, { groupsNames: ['simple'] });
    expect(await session.takeRecords()).toEqual([
      { keyVersion: 1, key: offset.key, valueVersion: null, value: null },
      { keyVersion: 2, key: { group: 'simple' }, valueVersion: null, value: null },
    ]);
  });

  it.each<[string, Partial<LogRecord>, RegExp]>([
    ['a strange key version', { keyVersion: 7 }, /record 2: its key version 7 is neither/],
    ['no group', { key: {} }, /record 2: its key has no text 'group'/],
    ['no partition', { keyVersion: 1, key: { group: 'g', topic: 't' } }, /no number 'partition'/],
    ['a value without version', { valueVersion: null }, /needs both a value version and a value/],
    ['an unknown value version', { valueVersion: 9 }, /record 2: /],
    ['a field of the wrong kind', { value: { generation: 'x' } }, /record 2: .*generation/],
  ])('with %s are refused by their number', async (_, change, message) => {
    const { control } = await open();
    await control({ kind: 'unload' });
    const records = [group(3), { ...group(3), ...change }];
    const loading = control({ kind: 'start-load', records, configuration: {} });
    await expect(loading).rejects.toThrow(AdapterError);
    await expect(loading).rejects.toThrow(message);
    // Nothing has happened yet: the load can still be started.
    await control({ kind: 'start-load', records: null, configuration: {} });
  });
});

it('a batch is as large as the one that kafkajs writes (RT-05)', async () => {
  const text = fc.string({ maxLength: 300 });
  const record = fc.record({ id: text, leader: text, deleted: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 70 }), async (drafts) => {
      const records = drafts.map(({ id, leader, deleted }): ReferenceRecord => {
        const value = {
          ...{ protocolType: '', generation: 0, protocol: null, leader, members: [] },
          currentStateTimestamp: 0n,
        };
        const key = { group: id };
        return deleted
          ? { keyVersion: 2, key, valueVersion: null, value: null }
          : { keyVersion: 2, key, valueVersion: 3, value };
      });
      const { buffer } = await Batch({
        records: records.map((written, offsetDelta) =>
          BatchRecord({ offsetDelta, ...bytesOf(written) }),
        ),
      });
      expect(batchSize(records)).toBe(buffer.length);
    }),
  );
});

function bytesOf(record: ReferenceRecord) {
  if (record.keyVersion === 1) throw new Error('only group records are written here');
  const { key, valueVersion, value } = record;
  return {
    key: Buffer.from(encodeGroupMetadataKey(key)),
    value:
      valueVersion === null || value === null
        ? null
        : Buffer.from(encodeGroupMetadataValue(valueVersion, value as MessageBody)),
  };
}

interface Opened {
  readonly session: Session;
  readonly control: Session['control'];
  send(
    api: 'LeaveGroup' | 'DeleteGroups' | 'DescribeGroups',
    version: number,
    body: MessageBody,
  ): Promise<void>;
  /** Joins a group as a new member; the name of the error, or `none` while it waits. */
  join(groupId: string, version?: number): Promise<string>;
}

async function open(configuration: Configuration = {}): Promise<Opened> {
  const adapter = createReferenceAdapter(loadKitSpec().defaults);
  const session = await adapter.open({ configuration });
  let id = 0;
  const request = async (
    api: 'JoinGroup' | Parameters<Opened['send']>[0],
    version: number,
    body: MessageBody,
  ) => {
    await session.send({ id: ++id, connection: 'A', clientId: 'c', api, version, body });
    await session.settle();
  };
  return {
    session,
    control: session.control,
    send: request,
    async join(groupId, version = 4) {
      await request('JoinGroup', version, {
        groupId,
        sessionTimeoutMs: 10_000,
        rebalanceTimeoutMs: 60_000,
        protocolType: 'consumer',
        protocols: [{ name: 'range', metadata: new Uint8Array() }],
      });
      const [answer] = version < 4 ? session.takeAnswers() : [];
      return answer?.kind === 'response' ? errorName(Number(answer.body['errorCode'])) : 'none';
    },
  };
}

async function loaded(records: readonly LogRecord[]): Promise<Opened> {
  const opened = await open();
  await opened.control({ kind: 'unload' });
  await opened.control({ kind: 'start-load', records, configuration: {} });
  await opened.control({ kind: 'finish-load' });
  return opened;
}

function actionOf(kind: ControlAction['kind']): ControlAction {
  switch (kind) {
    case 'fail-next-append':
      return { kind, error: 'NOT_ENOUGH_REPLICAS' };
    case 'start-load':
      return { kind, records: null, configuration: {} };
    default:
      return { kind };
  }
}

const offset: LogRecord = {
  keyVersion: 1,
  key: { group: 'simple', topic: 't', partition: 3 },
  valueVersion: 4,
  value: {},
};

function group(valueVersion: number): LogRecord {
  const member = {
    memberId: 'm',
    clientId: 'c',
    clientHost: '/127.0.0.1',
    sessionTimeout: 10_000,
    subscription: new Uint8Array(),
    assignment: new Uint8Array(),
    ...(valueVersion >= 1 ? { rebalanceTimeout: 60_000 } : {}),
    ...(valueVersion >= 3 ? { groupInstanceId: 'i' } : {}),
  };
  return {
    keyVersion: 2,
    key: { group: 'g' },
    valueVersion,
    value: {
      protocolType: 'consumer',
      generation: 1,
      protocol: 'range',
      leader: 'm',
      members: [member],
      ...(valueVersion >= 2 ? { currentStateTimestamp: 1n } : {}),
    },
  };
}
