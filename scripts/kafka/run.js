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
 * `explore` plays sequences from five seeds on the newest release: the reference speaks for that
 * one alone. `confirm` runs all cases on all releases and writes cases/confirmed.json, which the gate
 * asks for.
 *
 * Exits as groupspec does (0 conforms, 1 differs, 2 fault, 3 usage), with the worst of the
 * releases; 0 as well where Java or Maven is not installed, which is said on stdout, but 2 where
 * something was to be confirmed; 2 when the build fails.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildKafkaAdapter, missingTools } from './build.js';
import { RELEASES } from './releases.js';

const GROUPSPEC = fileURLToPath(new URL('../../bin/groupspec', import.meta.url));
const SEEDS = [1, 2, 3, 4, 5];
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
      statuses.push(...SEEDS.map((seed) => explore(command, seed, rest)));
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
 * @param {string} command
 * @param {number} seed
 * @param {readonly string[]} more
 * @returns {number} groupspec's exit status
 */
function explore(command, seed, more) {
  const choice = ['--adapter', `jsonrpc:${command}`, '--seed', String(seed)];
  const manner = ['--exact', '--kafka-faults', '--jobs', '64', '--runs', '9000'];
  return groupspec(['explore', ...choice, ...manner, ...more]);
}

/** @param {readonly string[]} verbAndOptions @returns {number} */
function groupspec(verbAndOptions) {
  const args = [GROUPSPEC, ...verbAndOptions];
  const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status === null) console.error(`groupspec was ended by ${signal}`);
  return status ?? FAULT;
}
