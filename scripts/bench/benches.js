// @ts-check

/** @import { Row } from './row.js' */

/**
 * @typedef {object} Measured
 * @property {readonly Row[]} rows
 * @property {string | null} skipped why there are fewer than there could be
 */

/**
 * One file each, which exports `measure`. It never throws because a tool is missing: that is
 * `skipped`. `rounds` is how often what takes little time is measured; what takes long may do with
 * fewer.
 * @typedef {object} Bench
 * @property {string} name for --only
 * @property {string} about
 * @property {() => Promise<{ measure: (rounds: number) => Promise<Measured> }>} load
 */

/**
 * In this order: what runs first meets code that is compiled for nothing else yet.
 * @type {readonly Bench[]}
 */
export const BENCHES = [
  {
    name: 'coordinator',
    about: "the reference against Apache Kafka's coordinator in a JVM",
    load: () => import('./coordinator.js'),
  },
  {
    name: 'codec',
    about: 'a JoinGroup response of 1,000 members against kafkajs and @platformatic/kafka',
    load: () => import('./codec.js'),
  },
  {
    name: 'kit',
    about: 'the suite on the reference',
    load: () => import('./kit.js'),
  },
  {
    name: 'explore',
    about: 'explorations of the reference, in runs of 20 to 2,000 steps',
    load: () => import('./explore.js'),
  },
  {
    name: 'html',
    about: 'an HTML report of 5,000 results in Chromium',
    load: () => import('./html.js'),
  },
  {
    name: 'startup',
    about: 'the command line before it does anything',
    load: () => import('./startup.js'),
  },
];
