// @ts-check
/*
 * Certifies a real implementation: starts it, runs `groupspec certify` against it, stops it; or has
 * groupspec start it for every case.
 *
 *     node scripts/subjects/run.js NAME [-- more arguments of groupspec certify]
 *
 * Exits as groupspec does (0 conforms, 1 differs, 2 fault, 3 usage); 0 as well when a tool that the
 * implementation needs is not installed, which is said on stdout; 2 when it does not start.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SUBJECTS } from './subjects.js';

const GROUPSPEC = fileURLToPath(new URL('../../bin/groupspec', import.meta.url));
const FAULT = 2;
const USAGE = 3;
const GROUPSPEC_ENDS_WITHIN_MS = 10_000;
const SIGNALS = /** @type {const} */ ([
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGTERM', 15],
]);

/** @typedef {{ groupspec: import('node:child_process').ChildProcess | undefined }} Interruption */

process.exitCode = await main(process.argv.slice(2));

/** @param {readonly string[]} args @returns {Promise<number>} */
async function main([name = '', ...rest]) {
  const kind = SUBJECTS.get(name);
  const [separator, ...moreArguments] = rest;
  if (kind === undefined || (separator !== undefined && separator !== '--')) {
    const names = [...SUBJECTS.keys()].join(' | ');
    console.error(`usage: node scripts/subjects/run.js ${names} [-- ARGUMENTS OF CERTIFY]`);
    return USAGE;
  }

  const missing = await kind.missingTools();
  if (missing.length > 0) {
    console.log(`SKIPPED subject ${name}: ${missing.join('; ')}`);
    return 0;
  }

  const interruption = handleSignals();
  const certifyArguments = [...knownOf(name), ...moreArguments];
  /** @type {import('./subjects.js').Subject} */
  let subject;
  try {
    if (kind.spawnCommand !== undefined) {
      const command = await kind.spawnCommand();
      console.error(`${name} is started anew for every case`);
      return await certify(`spawn:${command}`, certifyArguments, interruption);
    }
    console.error(`starting ${name} ...`);
    subject = await kind.start();
  } catch (error) {
    console.error(`${name} did not start: ${error instanceof Error ? error.message : error}`);
    return FAULT;
  }
  try {
    console.error(`${subject.name} ${subject.version} is at ${subject.bootstrap}`);
    const status = await certify(`tcp:${subject.bootstrap}`, certifyArguments, interruption);
    const died = subject.whyEnded();
    if (died !== undefined) console.error(`${subject.name} died meanwhile:\n${died}`);
    return status;
  } finally {
    await subject.stop();
  }
}

/**
 * What is known of a subject beside its address.
 * @param {string} name
 */
function knownOf(name) {
  const file = fileURLToPath(new URL(`../../implementations/${name}.yaml`, import.meta.url));
  return existsSync(file) ? ['--implementation', file] : [];
}

/**
 * A signal ends this process by process.exit, since only then is the implementation stopped and its
 * data removed. While groupspec runs it is waited for: it may have something left to say.
 * @returns {Interruption}
 */
function handleSignals() {
  /** @type {Interruption} */
  const interruption = { groupspec: undefined };
  for (const [signal, number] of SIGNALS) {
    process.on(signal, () => {
      const exit = () => process.exit(128 + number);
      if (interruption.groupspec === undefined) exit();
      // A terminal sends SIGINT to groupspec as well; a second one could tell it to hurry.
      if (signal !== 'SIGINT') interruption.groupspec?.kill(signal);
      setTimeout(exit, GROUPSPEC_ENDS_WITHIN_MS).unref();
    });
  }
  return interruption;
}

/**
 * @param {string} adapter
 * @param {readonly string[]} certifyArguments
 * @param {Interruption} interruption
 * @returns {Promise<number>} groupspec's exit status
 */
function certify(adapter, certifyArguments, interruption) {
  const args = [GROUPSPEC, 'certify', '--adapter', adapter, ...certifyArguments];
  const groupspec = spawn(process.execPath, args, { stdio: 'inherit' });
  interruption.groupspec = groupspec;
  process.once('exit', () => groupspec.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    groupspec.once('error', reject);
    groupspec.once('exit', (status, signal) => {
      if (status === null) console.error(`groupspec was ended by ${signal}`);
      resolve(status ?? FAULT);
    });
  });
}
