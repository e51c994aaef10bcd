// @ts-check
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks `check` again and again until it says true.
 * @param {() => boolean | Promise<boolean>} check throws to give up at once
 * @param {{ what: string, withinMs: number, everyMs?: number }} limits
 */
export async function waitUntil(check, { what, withinMs, everyMs = 50 }) {
  const deadline = performance.now() + withinMs;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`${what}: still not so after ${withinMs} ms`);
    await sleep(everyMs);
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {{ what: string, withinMs: number }} limits
 * @returns {Promise<T>}
 */
export async function within(promise, { what, withinMs }) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not done after ${withinMs} ms`)), withinMs);
  });
  try {
    return await Promise.race([promise, /** @type {Promise<never>} */ (limit)]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ports of 127.0.0.1 that nobody listens on. All are held at once before any is given back, so
 * they differ; another process can still take one before the caller does.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
  const ports = servers.map((server) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a TCP port was expected');
    return address.port;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** @returns {Promise<import('node:net').Server>} */
function listenAnywhere() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

/**
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>} whether a connection is accepted within a second
 */
export function portAnswers(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    /** @param {boolean} answer */
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
