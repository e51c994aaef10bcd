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

const VERSION = '4.4.0';
const OLDEST_JAVA = 17; // For brokers since Apache Kafka 4.0 (KIP-1013).
const HOST = '127.0.0.1';
const POM = fileURLToPath(new URL('kafka-pom.xml', import.meta.url));
const HOME = fileURLToPath(new URL(`../../.subjects/kafka-${VERSION}`, import.meta.url));
const LIBRARIES = join(HOME, 'lib');

const INSTALL_WITHIN_MS = 300_000;
const FORMAT_WITHIN_MS = 60_000;
const READY_WITHIN_MS = 90_000;
const STARTS_TRIED = 3;

/** @returns {Promise<string[]>} */
export async function missingTools() {
  const missing = [];
  const java = await outputOf('java', ['-version']);
  const major = Number(/version "(\d+)/.exec(java ?? '')?.[1]);
  if (java === undefined) {
    missing.push('java is not installed (Debian: apt-get install openjdk-17-jre-headless)');
  } else if (!(major >= OLDEST_JAVA)) {
    missing.push(
      `java is version ${major}, but Apache Kafka ${VERSION} needs ${OLDEST_JAVA} or newer` +
        ' (Debian: apt-get install openjdk-17-jre-headless)',
    );
  }
  if (!existsSync(LIBRARIES) && (await outputOf('mvn', ['--version'])) === undefined) {
    missing.push('mvn is not installed (Debian: apt-get install maven)');
  }
  return missing;
}

/** @returns {Promise<import('./subjects.js').Subject>} */
export async function start() {
  const missing = await missingTools();
  if (missing.length > 0) throw new Error(missing.join('; '));
  if (!existsSync(LIBRARIES)) await install();

  for (let tried = 1; ; tried += 1) {
    try {
      return await startOnce();
    } catch (error) {
      // A free port can be taken by somebody else before the broker binds it.
      const portWasTaken = error instanceof Error && /Address already in use/.test(error.message);
      if (!portWasTaken || tried === STARTS_TRIED) throw error;
    }
  }
}

async function install() {
  // Renamed when complete, so that a download cut short is not taken for an installation.
  const incomplete = join(HOME, `lib.${process.pid}`);
  await mkdir(HOME, { recursive: true });
  try {
    await run(
      'mvn',
      [
        ...['-q', '-B', '-Dstyle.color=never'],
        ...['-f', POM, `-Dkafka.version=${VERSION}`],
        'dependency:copy-dependencies',
        ...['-DincludeScope=runtime', `-DoutputDirectory=${incomplete}`],
      ],
      { what: `Apache Kafka ${VERSION} comes from Maven`, withinMs: INSTALL_WITHIN_MS },
    );
    await rename(incomplete, LIBRARIES).catch((error) => {
      if (!existsSync(LIBRARIES)) throw error; // Another start was faster.
    });
  } finally {
    await rm(incomplete, { recursive: true, force: true });
  }
}

/** @returns {Promise<import('./subjects.js').Subject>} */
async function startOnce() {
  const [port, controllerPort] = await freePorts(2);
  if (port === undefined || controllerPort === undefined) throw new Error('no free port');

  const dataDirectory = await mkdtemp(join(tmpdir(), 'groupspec-kafka-'));
  const propertiesFile = join(dataDirectory, 'server.properties');
  const properties = kafkaProperties({
    host: HOST,
    port,
    controllerPort,
    logDirectory: join(dataDirectory, 'log'),
  });
  await writeFile(propertiesFile, properties);

  const format = ['-t', 'AAAAAAAAAAAAAAAAAAAAAQ', '-c', propertiesFile];
  try {
    await run('java', java('kafka.tools.StorageTool', ['format', ...format]), {
      what: 'Apache Kafka formats its log directory',
      withinMs: FORMAT_WITHIN_MS,
    });
  } catch (error) {
    await rm(dataDirectory, { recursive: true, force: true });
    throw error;
  }

  const server = startGuarded('java', java('kafka.Kafka', [propertiesFile]), { dataDirectory });
  await waitUntilReady(
    server,
    async () =>
      (await portAnswers(HOST, port)) && coordinatesEveryGroup(HOST, port, OFFSETS_PARTITIONS),
    { what: `Apache Kafka ${VERSION} coordinates groups`, withinMs: READY_WITHIN_MS },
  );
  return {
    name: 'Apache Kafka',
    version: VERSION,
    bootstrap: `${HOST}:${port}`,
    processGroup: server.processGroup,
    whyEnded: server.whyEnded,
    stop: server.stop,
  };
}

/**
 * @param {string} mainClass
 * @param {readonly string[]} args
 */
function java(mainClass, args) {
  return [
    '-Xmx512m',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    ...['-cp', join(LIBRARIES, '*')],
    mainClass,
    ...args,
  ];
}
