// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf, run } from '../subjects/server-process.js';
import { refusalsIn, warmUp } from './warm-up.js';

const HOME = fileURLToPath(new URL('../../adapters/apache-kafka', import.meta.url));
const OLDEST_JAVA = 17;
/** A first build fetches Apache Kafka. */
const BUILT_WITHIN_MS = 300_000;
const WARM_WITHIN_MS = 60_000;

/** @returns {Promise<string[]>} what has to be installed first, one sentence each */
export async function missingTools() {
  const missing = [];
  const javac = await outputOf('javac', ['-version']);
  const major = Number(/javac (\d+)/.exec(javac ?? '')?.[1]);
  if (!(major >= OLDEST_JAVA)) {
    missing.push(
      `${javac === undefined ? 'javac is not installed' : `javac is version ${major}`};` +
        ` the adapter needs a JDK of version ${OLDEST_JAVA} or newer` +
        ` (Debian: apt-get install openjdk-17-jdk-headless)`,
    );
  }
  if ((await outputOf('mvn', ['--version'])) === undefined) {
    missing.push('mvn is not installed (Debian: apt-get install maven)');
  }
  return missing;
}

/**
 * Builds the adapter unless that has been done since its sources last changed.
 * @param {string} version of Apache Kafka
 * @returns {Promise<string>} the command line that starts it, for `--adapter 'jsonrpc:...'`
 */
export async function buildKafkaAdapter(version) {
  const target = join(HOME, 'target', `kafka-${version}`);
  const jar = join(target, 'adapter.jar');
  const archive = join(target, 'adapter.jsa');
  if (!isUpToDate(archive)) {
    await run(
      'mvn',
      [
        ...['-q', '-B', '-Dstyle.color=never'],
        ...['-f', join(HOME, 'pom.xml'), `-Dkafka.version=${version}`],
        'package',
      ],
      { what: `Maven builds the adapter of Apache Kafka ${version}`, withinMs: BUILT_WITHIN_MS },
    );
    archiveClasses(jar, archive);
  }
  return ['java', ...javaOptions(archive), '-jar', quoted(jar)].join(' ');
}

/** @param {string} archive the last thing that a build makes */
function isUpToDate(archive) {
  if (!existsSync(archive)) return false;
  const builtAt = statSync(archive).mtimeMs;
  const sources = readdirSync(join(HOME, 'src'), { recursive: true, encoding: 'utf8' });
  return [join(HOME, 'pom.xml'), ...sources.map((name) => join(HOME, 'src', name))].every(
    (path) => statSync(path).mtimeMs < builtAt,
  );
}

/**
 * Class data sharing halves the time to the first answer: Java maps the classes of a run that has
 * done a bit of everything, instead of reading them from 24 jars.
 * @param {string} jar
 * @param {string} archive
 */
function archiveClasses(jar, archive) {
  // Renamed when complete, so that a build cut short is not taken for one.
  const incomplete = `${archive}.${process.pid}`;
  const { status, stdout, stderr, error } = spawnSync(
    'java',
    [`-XX:ArchiveClassesAtExit=${incomplete}`, '-Xlog:disable', '-XX:+UseSerialGC', '-jar', jar],
    { input: warmUp(), encoding: 'utf8', timeout: WARM_WITHIN_MS },
  );
  if (error !== undefined || status !== 0 || !existsSync(incomplete)) {
    const reason = error?.message ?? `exit status ${status}\n${stderr}`;
    throw new Error(`the adapter does not run after its build: ${reason}`);
  }
  const refusals = refusalsIn(stdout);
  if (refusals.length > 0) {
    rmSync(incomplete);
    throw new Error(`the adapter refuses a part of its warm-up: ${refusals.join('; ')}`);
  }
  renameSync(incomplete, archive);
}

/** @param {string} archive */
function javaOptions(archive) {
  return [
    '-Xmx1g',
    '-XX:+ExitOnOutOfMemoryError',
    // Everything runs on one thread and little of it lives long, which suits the simplest collector.
    '-XX:+UseSerialGC',
    quoted(`-XX:SharedArchiveFile=${archive}`),
    // Java would complain of an archive it cannot use on stdout, among the messages.
    '-Xlog:disable',
  ];
}

/**
 * As `--adapter` splits a command line.
 * @param {string} word
 */
function quoted(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
