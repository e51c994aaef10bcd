// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coordinatesEveryGroup } from './coordinator-probe.js';
import { kafkaProperties, OFFSETS_PARTITIONS } from './kafka-properties.js';
import { outputOf, run, startGuarded, waitUntilReady } from './server-process.js';
import { freePorts, portAnswers } from './waiting.js';

const HOST = '127.0.0.1';
const POM = fileURLToPath(new URL('kafka-pom.xml', import.meta.url));
const INSTALLED = fileURLToPath(new URL('../../.subjects/', import.meta.url));

const INSTALL_WITHIN_MS = 300_000;
const FORMAT_WITHIN_MS = 60_000;
const READY_WITHIN_MS = 90_000;
const STARTS_TRIED = 3;

/** Neither the optimising compiler nor a concurrent collector pays for itself within a run. */
const QUICK_START = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/**
 * @typedef {object} KafkaRelease
 * @property {string} version as Maven has it
 * @property {number} oldestJava major version that its broker starts on
 * @property {Readonly<Record<string, string>>} properties what its server.properties has besides
 */

/**
 * A broker of one release, as a subject to certify.
 * @param {KafkaRelease} release
 * @returns {import('./subjects.js').SubjectKind & { readonly version: string }}
 */
export function kafkaSubject(release) {
  return {
    version: release.version,
    missingTools: () => missingTools(release),
    start: () => start(release),
  };
}

/** @param {KafkaRelease} release */
function librariesOf({ version }) {
  return join(INSTALLED, `kafka-${version}`, 'lib');
}

/**
 * @param {KafkaRelease} release
 * @returns {Promise<string[]>}
 */
async function missingTools(release) {
  const { version, oldestJava } = release;
  const missing = [];
  const java = await outputOf('java', ['-version']);
  const major = Number(/version "(\d+)/.exec(java ?? '')?.[1]);
  if (java === undefined) {
    missing.push('java is not installed (Debian: apt-get install openjdk-17-jre-headless)');
  } else if (!(major >= oldestJava)) {
    missing.push(
      `java is version ${major}, but Apache Kafka ${version} needs ${oldestJava} or newer` +
        ' (Debian: apt-get install openjdk-17-jre-headless)',
    );
  }
  const installed = existsSync(librariesOf(release));
  if (!installed && (await outputOf('mvn', ['--version'])) === undefined) {
    missing.push('mvn is not installed (Debian: apt-get install maven)');
  }
  return missing;
}

/**
 * @param {KafkaRelease} release
 * @returns {Promise<import('./subjects.js').Subject>}
 */
async function start(release) {
  const missing = await missingTools(release);
  if (missing.length > 0) throw new Error(missing.join('; '));
  if (!existsSync(librariesOf(release))) await install(release);

  for (let tried = 1; ; tried += 1) {
    try {
      return await startOnce(release);
    } catch (error) {
      // A free port can be taken by somebody else before the broker binds it.
      const portWasTaken = error instanceof Error && /Address already in use/.test(error.message);
      if (!portWasTaken || tried === STARTS_TRIED) throw error;
    }
  }
}

/** @param {KafkaRelease} release */
async function install(release) {
  const libraries = librariesOf(release);
  // Renamed when complete, so that a download cut short is not taken for an installation.
  const incomplete = `${libraries}.${process.pid}`;
  await mkdir(incomplete, { recursive: true });
  try {
    await run(
      'mvn',
      [
        ...['-q', '-B', '-Dstyle.color=never'],
        ...['-f', POM, `-Dkafka.version=${release.version}`],
        'dependency:copy-dependencies',
        ...['-DincludeScope=runtime', `-DoutputDirectory=${incomplete}`],
      ],
      { what: `Apache Kafka ${release.version} comes from Maven`, withinMs: INSTALL_WITHIN_MS },
    );
    await rename(incomplete, libraries).catch((error) => {
      if (!existsSync(libraries)) throw error; // Another start was faster.
    });
  } finally {
    await rm(incomplete, { recursive: true, force: true });
  }
}

/**
 * @param {KafkaRelease} release
 * @returns {Promise<import('./subjects.js').Subject>}
 */
async function startOnce(release) {
  const [port, controllerPort] = await freePorts(2);
  if (port === undefined || controllerPort === undefined) throw new Error('no free port');

  const dataDirectory = await mkdtemp(join(tmpdir(), 'groupspec-kafka-'));
  const propertiesFile = join(dataDirectory, 'server.properties');
  const properties = kafkaProperties({
    host: HOST,
    port,
    controllerPort,
    logDirectory: join(dataDirectory, 'log'),
    properties: release.properties,
  });
  await writeFile(propertiesFile, properties);

  const format = ['-t', 'AAAAAAAAAAAAAAAAAAAAAQ', '-c', propertiesFile];
  try {
    await run('java', java(release, 'kafka.tools.StorageTool', ['format', ...format]), {
      what: 'Apache Kafka formats its log directory',
      withinMs: FORMAT_WITHIN_MS,
    });
  } catch (error) {
    await rm(dataDirectory, { recursive: true, force: true });
    throw error;
  }

  const broker = java(release, 'kafka.Kafka', [propertiesFile]);
  const server = startGuarded('java', broker, { dataDirectory });
  await waitUntilReady(
    server,
    async () =>
      (await portAnswers(HOST, port)) && coordinatesEveryGroup(HOST, port, OFFSETS_PARTITIONS),
    { what: `Apache Kafka ${release.version} coordinates groups`, withinMs: READY_WITHIN_MS },
  );
  return {
    name: 'Apache Kafka',
    version: release.version,
    bootstrap: `${HOST}:${port}`,
    processGroup: server.processGroup,
    whyEnded: server.whyEnded,
    stop: server.stop,
  };
}

/**
 * @param {KafkaRelease} release
 * @param {string} mainClass
 * @param {readonly string[]} args
 */
function java(release, mainClass, args) {
  return [
    ...QUICK_START,
    '-Xmx512m',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    ...['-cp', join(librariesOf(release), '*')],
    mainClass,
    ...args,
  ];
}
