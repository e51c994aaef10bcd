import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMON_PROPERTIES } from '../../scripts/subjects/kafka-properties.js';
import { run, startGuarded, waitUntilReady } from '../../scripts/subjects/server-process.js';
import { portAnswers } from '../../scripts/subjects/waiting.js';
import { installedSubject } from './installed.js';

/** Apache Kafka as the tests of the wire adapter need it: with other listeners, or several of it. */
export interface KafkaBroker {
  whyEnded(): string | undefined;
  stop(): Promise<void>;
}

export type Properties = Readonly<Record<string, string | number>>;

const LIBRARIES = fileURLToPath(new URL('../../.subjects/kafka-4.4.0/lib', import.meta.url));
const CONTROLLER = { 'controller.listener.names': 'CONTROLLER' };
const CLUSTER_ID = 'AAAAAAAAAAAAAAAAAAAAAQ';
const FORMAT_WITHIN_MS = 90_000;
const READY_WITHIN_MS = 120_000;

/** Whether there is an Apache Kafka to start; where a tool is missing, that is printed. */
export async function kafkaIsInstalled(): Promise<boolean> {
  const kind = await installedSubject('kafka');
  if (kind === undefined) return false;
  // Its first start installs it.
  if (!existsSync(LIBRARIES)) await (await kind.start()).stop();
  return true;
}

/**
 * Starts one process of a cluster, once its directory is formatted.
 *
 * @param port that answers when it is ready
 * @param format more arguments for it, e.g. SCRAM users
 */
export async function startKafkaBroker(
  properties: Properties,
  port: number,
  format: readonly string[] = [],
): Promise<KafkaBroker> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'groupspec-kafka-'));
  const file = join(dataDirectory, 'server.properties');
  const all = {
    ...CONTROLLER,
    ...COMMON_PROPERTIES,
    ...properties,
    'log.dirs': join(dataDirectory, 'log'),
  };
  await writeFile(
    file,
    Object.entries(all)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  try {
    await run(
      'java',
      java('kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', file, ...format),
      {
        what: 'Apache Kafka formats its log directory',
        withinMs: FORMAT_WITHIN_MS,
      },
    );
  } catch (error) {
    await rm(dataDirectory, { recursive: true, force: true });
    throw error;
  }
  const server = startGuarded('java', java('kafka.Kafka', file), { dataDirectory });
  await waitUntilReady(server, () => portAnswers('127.0.0.1', port), {
    what: `Apache Kafka listens on port ${port}`,
    withinMs: READY_WITHIN_MS,
  });
  return server;
}

function java(mainClass: string, ...args: readonly string[]): string[] {
  return [
    ...['-Xmx300m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    ...['-cp', join(LIBRARIES, '*')],
    mainClass,
    ...args,
  ];
}
