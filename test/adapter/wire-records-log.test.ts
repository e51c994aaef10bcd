import { afterEach, describe, expect, it } from 'vitest';
import { ImplementationGoneError } from '../../src/adapter/adapter.js';
import { emptyGroup, fakeOffsetsTopic, tombstone } from '../fakes/offsets-topic.js';
import { asked, generationsOf, recordsScenes, sessionOf } from '../fakes/records-scene.js';
import { startScriptedBroker } from '../fakes/scripted-broker.js';
import { recordBatch, withAttributes } from '../protocol/support/record-batches.js';

const { start, close } = recordsScenes();
afterEach(close);

/** One batch of so many records of the group, each with a value of some size. */
const large = (records: number, bytes: number) =>
  recordBatch({
    records: Array.from({ length: records }, () => ({
      key: tombstone('g').key,
      value: new Uint8Array(bytes),
    })),
  });

describe('A log that compaction and transactions have left their traces in', () => {
  it('is read across gaps, within batches and between them', async () => {
    const { topic, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    const log = topic.of('g');
    const thinned = await recordBatch({
      baseOffset: 3n,
      lastOffsetDelta: 6,
      records: [{ ...emptyGroup('g', 1), offsetDelta: 4 }],
    });
    log.append(thinned, 10n);
    log.append(await recordBatch({ baseOffset: 10n, lastOffsetDelta: 4, records: [] }), 5n);
    await topic.write('g', emptyGroup('g', 2));
    expect(generationsOf(await session.takeRecords())).toEqual([1, 2]);
    await topic.write('g', emptyGroup('g', 3));
    expect(generationsOf(await session.takeRecords())).toEqual([3]);
  });

  it('is read without what belongs to transactions', async () => {
    const { topic, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    const batch = (baseOffset: bigint, generation: number) =>
      recordBatch({ baseOffset, records: [emptyGroup('g', generation)] });
    topic.of('g').append(withAttributes(await batch(0n, 1), 0x10), 1n);
    topic.of('g').append(withAttributes(await batch(1n, 2), 0x30), 1n);
    await topic.write('g', emptyGroup('g', 3));
    expect(generationsOf(await session.takeRecords())).toEqual([3]);
  });

  it('may be packed by gzip', async () => {
    const { topic, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    topic
      .of('g')
      .append(await recordBatch({ records: [emptyGroup('g', 1)], compression: 'gzip' }), 1n);
    expect(generationsOf(await session.takeRecords())).toEqual([1]);
  });
});

describe('A fetch', () => {
  it('goes on where the last one was cut short', async () => {
    const { topic, broker, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    const before = asked(broker, 'Fetch');
    for (let batch = 0; batch < 5; batch++) {
      const value = new Uint8Array(300_000);
      await topic.write('g', { key: tombstone('g').key, value });
    }
    expect(await session.takeRecords()).toHaveLength(5);
    expect(asked(broker, 'Fetch') - before).toBe(2);
  });

  it('grows for a batch that is larger', async () => {
    const { topic, broker, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    topic.of('g').append(await large(3, 600_000), 3n);
    expect(await session.takeRecords()).toHaveLength(3);
    const sizes = broker.received
      .filter(({ api }) => api === 'Fetch')
      .map(({ body }) => Number(body['maxBytes']));
    expect(sizes.at(-1)).toBeGreaterThan(1_800_000);
  });

  it('does not grow beyond what a frame may have', async () => {
    const options = { maxFrameBytes: 1024 * 1024 };
    const { topic, adapter } = await start(undefined, {}, options);
    const session = await sessionOf(adapter, 'g');
    topic.of('g').append(await large(3, 600_000), 3n);
    await expect(session.takeRecords()).rejects.toThrow(
      /records are missing from __consumer_offsets-0: a batch of 1800\d+ bytes is more than the 983040 that are read at once/,
    );
  });

  it('does not wait for ever for what the log is said to have', async () => {
    const { topic, adapter } = await start(undefined, {}, { requestTimeoutMs: 300 });
    const session = await sessionOf(adapter, 'g');
    topic.of('g').silent = true;
    await topic.write('g', emptyGroup('g', 1));
    await expect(session.takeRecords()).rejects.toThrow(
      '__consumer_offsets-0 goes on to offset 1, but nothing from offset 0 on has been handed out for 300 ms',
    );
    topic.of('g').silent = false;
    expect(generationsOf(await session.takeRecords())).toEqual([1]);
  });

  it('is sent again after a quota has held it up', async () => {
    const topic = fakeOffsetsTopic();
    let throttled = 0;
    const { adapter } = await start(topic, {
      handlers: {
        Fetch(request) {
          if (throttled-- <= 0) return topic.handlers.Fetch?.(request);
          topic.of('g').silent = true;
          const answer = topic.handlers.Fetch?.(request);
          topic.of('g').silent = false;
          return { ...answer, throttleTimeMs: 20 };
        },
      },
    });
    const session = await sessionOf(adapter, 'g');
    await topic.write('g', emptyGroup('g', 1));
    throttled = 2;
    expect(generationsOf(await session.takeRecords())).toEqual([1]);
  });
});

describe('Records that are lost', () => {
  it('by a damaged batch spoil the sessions that were to see it, and no later one', async () => {
    const { topic, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    const batch = await recordBatch({ records: [emptyGroup('g', 1)] });
    batch[70] = (batch[70] ?? 0) ^ 1;
    topic.of('g').append(batch, 1n);
    const expected =
      /^records are missing from __consumer_offsets-0: the batch at offset 0 cannot be read: its CRC-32C is/;
    await expect(session.takeRecords()).rejects.toThrow(expected);
    const later = await sessionOf(adapter, 'g');
    await topic.write('g', emptyGroup('g', 2));
    await expect(session.takeRecords()).rejects.toThrow(expected);
    expect(generationsOf(await later.takeRecords())).toEqual([2]);
  });

  it('by a compression that the kit lacks are told by its name', async () => {
    const { topic, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    topic
      .of('g')
      .append(withAttributes(await recordBatch({ records: [emptyGroup('g', 1)] }), 4), 1n);
    await expect(session.takeRecords()).rejects.toThrow('compressed by zstd; the kit reads none');
  });

  it('because the log begins later by now are told', async () => {
    const { topic, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    topic.of('g').errors.Fetch.push(1);
    await expect(session.takeRecords()).rejects.toThrow(
      'records are missing from __consumer_offsets-0: the broker no longer has offset 0',
    );
  });

  it('are not kept without end for a session that never looks', async () => {
    const { topic, adapter } = await start();
    const idle = await sessionOf(adapter, 'g');
    const other = await sessionOf(adapter, 'h');
    const many = Array.from({ length: 2_600 }, () => tombstone('g'));
    for (let round = 0; round < 4; round++) {
      await topic.write('g', ...many);
      expect(await other.takeRecords()).toEqual([]);
    }
    await expect(idle.takeRecords()).rejects.toThrow(
      "group 'g' has more than 10000 that nobody has looked at",
    );
  });
});

describe('The leader of a partition', () => {
  it('is asked again after an error that passes', async () => {
    const { topic, broker, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    const before = asked(broker, 'Metadata');
    topic.of('g').errors.Fetch.push(6, 5, 78);
    await topic.write('g', emptyGroup('g', 1));
    expect(generationsOf(await session.takeRecords())).toEqual([1]);
    expect(asked(broker, 'Metadata') - before).toBe(3);
  });

  it('is given up when the error does not pass', async () => {
    const { topic, adapter, broker } = await start(undefined, {}, { requestTimeoutMs: 200 });
    const session = await sessionOf(adapter, 'g');
    topic.of('g').errors.Fetch.push(...Array.from({ length: 20 }, () => 6));
    await expect(session.takeRecords()).rejects.toThrow(
      `127.0.0.1:${broker.port} answers Fetch for __consumer_offsets-0 with NOT_LEADER_OR_FOLLOWER`,
    );
  });

  it('is given up when there is none', async () => {
    const { topic, adapter } = await start(undefined, {}, { requestTimeoutMs: 200 });
    const session = await sessionOf(adapter, 'g');
    topic.of('g').leader = 9;
    topic.of('g').errors.Fetch.push(6);
    await expect(session.takeRecords()).rejects.toThrow(
      '__consumer_offsets-0 has had no leader for 200 ms',
    );
  });

  it('is followed to another broker, and away from one that is gone', async () => {
    const nodes: { nodeId: number; port: number }[] = [];
    const topic = fakeOffsetsTopic(1, () => nodes);
    const second = await startScriptedBroker({ handlers: topic.handlers });
    const { broker, adapter } = await start(topic, {
      handlers: { FindCoordinator: ({ body }) => coordinatorsAt(broker.port, body) },
    });
    nodes.push({ nodeId: 1, port: broker.port }, { nodeId: 2, port: second.port });
    const session = await sessionOf(adapter, 'g');
    topic.of('g').leader = 2;
    await topic.write('g', emptyGroup('g', 1));
    expect(generationsOf(await session.takeRecords())).toEqual([1]);
    expect(asked(second, 'Fetch')).toBe(1);

    await second.close();
    topic.of('g').leader = 1;
    await topic.write('g', emptyGroup('g', 2));
    expect(generationsOf(await session.takeRecords())).toEqual([2]);
  });

  it('that is gone without a successor has taken the implementation with it', async () => {
    const { broker, adapter } = await start();
    const session = await sessionOf(adapter, 'g');
    await broker.close();
    await expect(session.takeRecords()).rejects.toThrow(ImplementationGoneError);
  });

  it('that goes while it is asked, too', async () => {
    const topic = fakeOffsetsTopic();
    let dies = false;
    const { broker, adapter } = await start(topic, {
      handlers: {
        Fetch(request) {
          if (!dies) return topic.handlers.Fetch?.(request);
          void broker.close();
          return undefined;
        },
      },
    });
    const session = await sessionOf(adapter, 'g');
    dies = true;
    await expect(session.takeRecords()).rejects.toThrow(ImplementationGoneError);
  });
});

function coordinatorsAt(port: number, body: Readonly<Record<string, unknown>>) {
  const keys = body['coordinatorKeys'] as readonly string[];
  return { coordinators: keys.map((key) => ({ key, nodeId: 1, host: '127.0.0.1', port })) };
}
