// @ts-check
import { startGuarded, waitUntilReady } from './server-process.js';
import { freePorts, portAnswers } from './waiting.js';

const HOST = '127.0.0.1';
const ADDRESS = /^(127\.0\.0\.1):(\d+)$/m;
const READY_WITHIN_MS = 30_000;
const STARTS_TRIED = 3;

/** @typedef {{ name: string, version: string }} Named */

/**
 * Starts a program that prints HOST:PORT.
 * @param {Named} named
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<import('./subjects.js').Subject>}
 */
export async function startPrinting({ name, version }, command, args) {
  const server = startGuarded(command, args);
  let bootstrap = '';
  await waitUntilReady(
    server,
    async () => {
      const [, host, port] = ADDRESS.exec(server.output()) ?? [];
      if (host === undefined || port === undefined) return false;
      bootstrap = `${host}:${port}`;
      return portAnswers(host, Number(port));
    },
    { what: `${name} accepts connections`, withinMs: READY_WITHIN_MS },
  );
  return asSubject({ name, version }, bootstrap, server);
}

/**
 * Starts a program that is told its port. Another process can take a free port before the program
 * does: then it ends, and is started again.
 * @param {Named} named
 * @param {string} command
 * @param {(host: string, port: number) => readonly string[]} argsFor
 * @returns {Promise<import('./subjects.js').Subject>}
 */
export async function startListening({ name, version }, command, argsFor) {
  for (let tried = 1; ; tried += 1) {
    const [port] = await freePorts(1);
    if (port === undefined) throw new Error('no free port');
    const server = startGuarded(command, argsFor(HOST, port));
    try {
      await waitUntilReady(server, () => portAnswers(HOST, port), {
        what: `${name} accepts connections`,
        withinMs: READY_WITHIN_MS,
      });
      return asSubject({ name, version }, `${HOST}:${port}`, server);
    } catch (error) {
      const portWasTaken = error instanceof Error && /in use|os error 98/i.test(error.message);
      if (!portWasTaken || tried === STARTS_TRIED) throw error;
    }
  }
}

/**
 * @param {Named} named
 * @param {string} bootstrap
 * @param {import('./server-process.js').GuardedProcess} server
 * @returns {import('./subjects.js').Subject}
 */
function asSubject({ name, version }, bootstrap, { processGroup, whyEnded, stop }) {
  return { name, version, bootstrap, processGroup, whyEnded, stop };
}
