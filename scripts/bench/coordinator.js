// @ts-check
import { formGroup } from './group.js';
import { interleave, repeat, timed } from './interleave.js';
import { startKafka } from './kafka.js';
import { alone, comparison, growth } from './row.js';

/** @import { Measured } from './benches.js' */
/** @import { KafkaCoordinator } from './kafka.js' */
/** @import { Row } from './row.js' */

/**
 * The same requests to both coordinators.
 * @typedef {object} Measurement
 * @property {string} what
 * @property {string} request what Bench.java is asked for
 * @property {number} operations in one measurement
 * @property {() => () => void} prepare what is not measured; returns what is
 * @property {number} atLeast how many times as fast as Kafka's the reference is to be
 */

const US_PER_MS = 1000;
const MEMBERS = 100;
const HEARTBEATS = 10_000;
const SIZES = [10, 100, 1_000, 10_000];
/** Whatever the size, so many members join and sync in one measurement. */
const JOINS = 20_000;
const LIVES = 50;

/**
 * @param {number} rounds
 * @returns {Promise<Measured>}
 */
export async function measure(rounds) {
  const started = await startKafka();
  const kafka = 'missing' in started ? null : started;
  try {
    const heartbeat = await compare(kafka, { rounds, warmUp: 50 }, [heartbeats()]);
    const rebalance = await compare(kafka, { rounds, warmUp: 3 }, SIZES.map(rebalances));
    const life = await compare(kafka, { rounds, warmUp: 30 }, [lives()]);
    const ofTenThousand = growth(
      'a member of 10000, in those of 100',
      rebalance[SIZES.indexOf(100)]?.ours ?? [],
      rebalance[SIZES.indexOf(10_000)]?.ours ?? [],
    );
    return {
      rows: [
        ...[...heartbeat, ...rebalance].map(({ row }) => row),
        ofTenThousand,
        ...life.map(({ row }) => row),
      ],
      skipped: 'missing' in started ? started.missing : null,
    };
  } finally {
    await kafka?.stop();
  }
}

/** @returns {Measurement} */
function heartbeats() {
  const group = formGroup(MEMBERS);
  return {
    what: 'heartbeat',
    request: `heartbeat ${MEMBERS} ${HEARTBEATS}`,
    operations: HEARTBEATS,
    prepare: () => () => {
      for (let time = 0; time < HEARTBEATS; time++) group.heartbeat(time % MEMBERS);
    },
    atLeast: 1,
  };
}

/** @param {number} size @returns {Measurement} */
function rebalances(size) {
  const times = JOINS / size;
  return {
    what: `join and sync, a member of ${size}`,
    request: `rebalance ${size} ${times}`,
    operations: JOINS,
    prepare: () => {
      const group = formGroup(size);
      return () => repeat(times, group.rebalance);
    },
    atLeast: 1,
  };
}

/** @returns {Measurement} */
function lives() {
  return {
    what: 'fresh coordinator, a life of two members',
    request: `life ${LIVES}`,
    operations: LIVES,
    prepare: () => () => repeat(LIVES, () => formGroup(2).end()),
    atLeast: 10,
  };
}

/**
 * @param {KafkaCoordinator | null} kafka
 * @param {{ rounds: number, warmUp: number }} options
 * @param {readonly Measurement[]} measurements
 * @returns {Promise<{ row: Row, ours: readonly number[] }[]>}
 */
async function compare(kafka, options, measurements) {
  /** @type {Record<string, () => number | Promise<number>>} */
  const sides = {};
  for (const [index, { prepare, request, operations }] of measurements.entries()) {
    sides[`ours ${index}`] = () => (US_PER_MS * timed(prepare())) / operations;
    if (kafka === null) continue;
    sides[`theirs ${index}`] = async () =>
      (US_PER_MS * (await kafka.measure(request))) / operations;
  }
  const measured = await interleave(sides, options);
  return measurements.map(({ what, atLeast }, index) => {
    const ours = measured[`ours ${index}`] ?? [];
    const theirs = { name: kafka?.name ?? '', times: measured[`theirs ${index}`] ?? [] };
    const row =
      kafka === null ? alone(what, 'µs', ours) : comparison(what, 'µs', ours, theirs, atLeast);
    return { row, ours };
  });
}
