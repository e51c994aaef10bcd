// @ts-check
import { outputOf, startGuarded, waitUntilReady } from './server-process.js';
import { portAnswers } from './waiting.js';

/*
 * librdkafka carries a mock cluster for its own tests. Debian's kcat links librdkafka and lets one
 * set any of its properties, so a producer that never produces is a broker to anybody else.
 */
const KCAT_ARGUMENTS = [
  '-P',
  ...['-t', 'unused'],
  ...['-b', 'ignored:1'], // Never resolved: the mock replaces the broker list.
  ...['-X', 'test.mock.num.brokers=1'],
  ...['-d', 'mock'], // Makes the mock write its address.
];

const READY_WITHIN_MS = 15_000;
const ADDRESS = /bootstrap\.servers=(127\.0\.0\.1):(\d+)/;

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

  const server = startGuarded('kcat', KCAT_ARGUMENTS);
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
