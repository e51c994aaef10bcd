// @ts-check
/*
 * Apache Kafka's own coordinator behind the adapter in adapters/apache-kafka, every release of it
 * that the kit has a profile for.
 *
 *     node scripts/kafka/run.js build
 *     node scripts/kafka/run.js certify [-- more arguments of groupspec certify]
 *
 * Exits as groupspec does (0 conforms, 1 differs, 2 fault, 3 usage), with the worst of the
 * releases; 0 as well where Java or Maven is not installed, which is said on stdout; 2 when the
 * build fails.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildKafkaAdapter, missingTools } from './build.js';
import { RELEASES } from './releases.js';

const GROUPSPEC = fileURLToPath(new URL('../../bin/groupspec', import.meta.url));
const FAULT = 2;
const USAGE = 3;

process.exitCode = await main(process.argv.slice(2));

/** @param {readonly string[]} args @returns {Promise<number>} */
async function main([verb, separator, ...rest]) {
  const known = verb === 'build' || verb === 'certify';
  if (!known || (separator !== undefined && (separator !== '--' || verb === 'build'))) {
    console.error('usage: node scripts/kafka/run.js build | certify [-- ARGUMENTS OF CERTIFY]');
    return USAGE;
  }
  const missing = await missingTools();
  if (missing.length > 0) {
    console.log(`SKIPPED Apache Kafka: ${missing.join('; ')}`);
    return 0;
  }

  const statuses = [];
  for (const { version, profile } of RELEASES) {
    let command;
    try {
      command = await buildKafkaAdapter(version);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      return FAULT;
    }
    if (verb === 'build') console.log(command);
    else statuses.push(certify(command, profile, rest));
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
  const args = [GROUPSPEC, 'certify', '--exact', ...choice, ...more];
  const { status, signal } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status === null) console.error(`groupspec was ended by ${signal}`);
  return status ?? FAULT;
}
