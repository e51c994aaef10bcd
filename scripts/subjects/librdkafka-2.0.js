// @ts-check
import { fileURLToPath } from 'node:url';
import { outputOf } from './server-process.js';
import { startPrinting } from './tcp-server.js';

const PROGRAM = fileURLToPath(new URL('librdkafka-2.0-address.sh', import.meta.url));

/** Cases can crash the mock, so each gets one of its own. */
export const spawnCommand = async () => `sh '${PROGRAM}'`;

/** What Debian 12 has; deviations are those of these versions. */
const SERIES = '2.0';

/** @returns {Promise<string[]>} */
export async function missingTools() {
  const version = await linkedVersion();
  if (version === undefined) return ['kcat is not installed (Debian: apt-get install kcat)'];
  return version.startsWith(`${SERIES}.`)
    ? []
    : [`kcat is linked with librdkafka ${version}, not with ${SERIES} as in Debian 12`];
}

/** @returns {Promise<string | undefined>} of librdkafka; undefined without kcat */
async function linkedVersion() {
  const told = await outputOf('kcat', ['-V']);
  return told && (/librdkafka (\d[^\s,)]*)/.exec(told)?.[1] ?? 'unknown');
}

/** @returns {Promise<import('./subjects.js').Subject>} */
export async function start() {
  const version = (await linkedVersion()) ?? 'unknown';
  return startPrinting({ name: 'librdkafka mock cluster', version }, 'sh', [PROGRAM]);
}
