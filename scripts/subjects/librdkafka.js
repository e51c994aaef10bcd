// @ts-check
import { fileURLToPath } from 'node:url';
import { outputOf, startGuarded, waitUntilReady } from './server-process.js';
import { portAnswers } from './waiting.js';

const PROGRAM = fileURLToPath(new URL('librdkafka-address.sh', import.meta.url));
const READY_WITHIN_MS = 15_000;
const ADDRESS = /^(127\.0\.0\.1):(\d+)$/m;

/** Cases can crash the mock, so each gets one of its own. */
export const spawnCommand = `sh '${PROGRAM}'`;

/** @returns {Promise<string[]>} */
export async function missingTools() {
  return (await outputOf('kcat', ['-V'])) === undefined
    ? ['kcat is not installed (Debian: apt-get install kcat)']
    : [];
}

/** @returns {Promise<import('./subjects.js').Subject>} */
export async function start() {
  const missing = await missingTools();
  if (missing.length > 0) throw new Error(missing.join('; '));
  const version = /librdkafka (\S+)/.exec((await outputOf('kcat', ['-V'])) ?? '')?.[1] ?? 'unknown';

  const server = startGuarded('sh', [PROGRAM]);
  let bootstrap = '';
  await waitUntilReady(
    server,
    async () => {
      const [, host, port] = ADDRESS.exec(server.output()) ?? [];
      if (host === undefined || port === undefined) return false;
      bootstrap = `${host}:${port}`;
      return portAnswers(host, Number(port));
    },
    { what: 'the librdkafka mock cluster accepts connections', withinMs: READY_WITHIN_MS },
  );
  return {
    name: 'librdkafka mock cluster',
    version,
    bootstrap,
    processGroup: server.processGroup,
    whyEnded: server.whyEnded,
    stop: server.stop,
  };
}
