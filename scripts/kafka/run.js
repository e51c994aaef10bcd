// @ts-check
/*
 * Apache Kafka's own coordinator behind the adapter in adapters/apache-kafka, every release of it
 * that the kit has a profile for.
 *
 *     node scripts/kafka/run.js build
 *     node scripts/kafka/run.js certify [-- more arguments of groupspec certify]
 *     node scripts/kafka/run.js explore [-- more arguments of groupspec explore]
 *     node scripts/kafka/run.js confirm
 *
 * `explore` plays two million steps from six seeds on the newest release: the reference speaks for
 * that one alone. As many seeds at once as there are processors, each in a process of its own; the
 * last line tells the steps of them all by the time that passed. `confirm` runs all cases on all
 * releases and writes cases/confirmed.json, which the gate asks for.
 *
 * Exits as groupspec does (0 conforms, 1 differs, 2 fault, 3 usage), with the worst of the
 * releases; 0 as well where Java or Maven is not installed, which is said on stdout, but 2 where
 * something was to be confirmed; 2 when the build fails.
 */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildKafkaAdapter, COMPILES_ONCE, missingTools } from './build.js';
import { RELEASES } from './releases.js';

const GROUPSPEC = fileURLToPath(new URL('../../bin/groupspec', import.meta.url));
/** Two or three at once have equally much to do. */
const SEEDS = [1, 2, 3, 4, 5, 6];
/** Helpers of the collector would only take processors from the other explorations. */
const NODE_OPTIONS = ['--single-threaded-gc'];
const FAULT = 2;
const USAGE = 3;

process.exitCode = await main(process.argv.slice(2));

/** @param {readonly string[]} args @returns {Promise<number>} */
async function main([verb, separator, ...rest]) {
  const takesMore = verb === 'certify' || verb === 'explore';
  const known = takesMore || verb === 'build' || verb === 'confirm';
  if (!known || (separator !== undefined && (separator !== '--' || !takesMore))) {
    console.error(
      'usage: node scripts/kafka/run.js build | confirm | certify [-- ARGUMENTS OF GROUPSPEC]' +
        ' | explore [-- ARGUMENTS OF GROUPSPEC]',
    );
    return USAGE;
  }
  const missing = await missingTools();
  if (missing.length > 0) {
    console.log(`SKIPPED Apache Kafka: ${missing.join('; ')}`);
    return verb === 'confirm' ? FAULT : 0;
  }

  const statuses = [];
  const built = [];
  const releases = verb === 'explore' ? RELEASES.slice(0, 1) : RELEASES;
  for (const { version, profile } of releases) {
    let command;
    try {
      command = await buildKafkaAdapter(version, verb === 'explore' ? COMPILES_ONCE : []);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      return FAULT;
    }
    built.push({ version, profile, command });
    if (verb === 'build') console.log(command);
    else if (verb === 'certify') statuses.push(certify(command, profile, rest));
    else if (verb === 'explore') {
      statuses.push(...(await exploreSeeds(command, rest)));
    }
  }
  if (verb === 'confirm') {
    // Only this verb runs the kit in this process; nothing else here needs a build of it.
    const { confirmCases } = await import('./confirm.js');
    return confirmCases(built);
  }
  return Math.max(0, ...statuses);
}

/**
 * @param {string} command
 * @param {string} profile
 * @param {readonly string[]} more
 * @returns {number} groupspec's exit status
 */
function certify(command, profile, more) {
  const choice = ['--adapter', `jsonrpc:${command}`, '--profile', profile];
  return groupspec(['certify', '--exact', ...choice, ...more]);
}

/**
 * Prints the report of each seed when it ends.
 *
 * @param {string} command
 * @param {readonly string[]} more
 * @returns {Promise<number[]>} groupspec's exit statuses
 */
async function exploreSeeds(command, more) {
  const left = [...SEEDS];
  // Ctrl-C reaches the explorations too, and they still have their reports to write.
  const stayForReports = () => {
    left.length = 0;
  };
  process.on('SIGINT', stayForReports);
  /** @type {number[]} */
  const statuses = [];
  let steps = 0;
  const startedAt = performance.now();
  const work = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const { status, report } = await explore(command, seed, more);
      process.stdout.write(report);
      statuses.push(status);
      steps += Number(/(\d+) steps in \d+ runs/.exec(report)?.[1] ?? 0);
    }
  };
  const atOnce = Math.min(availableParallelism(), SEEDS.length);
  await Promise.all(Array.from({ length: atOnce }, work));
  process.off('SIGINT', stayForReports);
  const seconds = (performance.now() - startedAt) / 1_000;
  // A report for machines does not say it in these words.
  if (steps > 0) {
    const rate = Math.round(steps / seconds);
    console.log(
      `${steps} steps from ${statuses.length} seeds, ${atOnce} at once, in ${Math.round(seconds)} s: ${rate} steps a second`,
    );
  }
  return statuses;
}

/**
 * @param {string} command
 * @param {number} seed
 * @param {readonly string[]} more
 * @returns {Promise<{ status: number, report: string }>} groupspec's exit status, what it printed
 */
async function explore(command, seed, more) {
  const choice = ['--adapter', `jsonrpc:${command}`, '--seed', String(seed)];
  const manner = ['--exact', '--kafka-faults', '--jobs', '64', '--runs', '7500'];
  const args = [...NODE_OPTIONS, GROUPSPEC, 'explore', ...choice, ...manner, ...more];
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'pipe', 'inherit'] });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('close', (status, signal) => resolve(statusOf(status, signal)));
  });
  const report = await text(child.stdout);
  return { status: await ended, report };
}

/** @param {readonly string[]} verbAndOptions @returns {number} */
function groupspec(verbAndOptions) {
  const args = [GROUPSPEC, ...verbAndOptions];
  const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  return statusOf(status, signal);
}

/** @param {number | null} status @param {NodeJS.Signals | null} signal @returns {number} */
function statusOf(status, signal) {
  if (status === null) console.error(`groupspec was ended by ${signal}`);
  return status ?? FAULT;
}
