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
 * that one alone. The seeds are shared out among as many processes as there are processors; the last
 * line tells the steps of them all by the time that passed. `confirm` runs all cases on all
 * releases and writes cases/confirmed.json, which the gate asks for.
 *
 * Exits as groupspec does (0 conforms, 1 differs, 2 fault, 3 usage), with the worst of the
 * releases; 0 as well where Java or Maven is not installed, which is said on stdout, but 2 where
 * something was to be confirmed; 2 when the build fails.
 */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildKafkaAdapter, missingTools } from './build.js';
import { RELEASES } from './releases.js';

const GROUPSPEC = fileURLToPath(new URL('../../bin/groupspec', import.meta.url));
/** From 1 on: two or three processes have equally much to do. */
const SEEDS = 6;
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
      command = await buildKafkaAdapter(version);
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
  const atOnce = Math.min(availableParallelism(), SEEDS);
  // Ctrl-C reaches the explorations too, and they still have their reports to write.
  const stayForReports = () => {};
  process.on('SIGINT', stayForReports);
  const startedAt = performance.now();
  const explored = await Promise.all(
    shares(SEEDS, atOnce).map(({ first, size }) => explore(command, first, size, more)),
  );
  process.off('SIGINT', stayForReports);
  const seconds = (performance.now() - startedAt) / 1_000;
  const counts = explored.flatMap(({ reports }) => [
    ...reports.matchAll(/(\d+) steps in \d+ runs/g),
  ]);
  const steps = counts.reduce((sum, [, count]) => sum + Number(count), 0);
  // A report for machines does not say it in these words.
  if (steps > 0) {
    const rate = Math.round(steps / seconds);
    console.log(
      `${steps} steps from ${counts.length} seeds, ${atOnce} at once, in ${Math.round(seconds)} s: ${rate} steps a second`,
    );
  }
  return explored.map(({ status }) => status);
}

/**
 * @param {number} seeds
 * @param {number} processes
 * @returns {{ first: number, size: number }[]} the seeds of each, evenly
 */
function shares(seeds, processes) {
  return Array.from({ length: processes }, (_, index) => {
    const first = Math.floor((seeds * index) / processes) + 1;
    return { first, size: Math.floor((seeds * (index + 1)) / processes) + 1 - first };
  });
}

/**
 * One process for several seeds: it and Java become fast only after a while.
 *
 * @param {string} command
 * @param {number} first seed
 * @param {number} seeds
 * @param {readonly string[]} more
 * @returns {Promise<{ status: number, reports: string }>} groupspec's exit status, what it printed
 */
async function explore(command, first, seeds, more) {
  const choice = ['--adapter', `jsonrpc:${command}`, '--seed', `${first}`, '--seeds', `${seeds}`];
  const manner = ['--exact', '--kafka-faults', '--jobs', '64', '--runs', '7500'];
  const args = [...NODE_OPTIONS, GROUPSPEC, 'explore', ...choice, ...manner, ...more];
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'pipe', 'inherit'] });
  let reports = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    reports += text;
    process.stdout.write(text);
  });
  return new Promise((resolve) => {
    child.once('close', (status, signal) => resolve({ status: statusOf(status, signal), reports }));
  });
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
