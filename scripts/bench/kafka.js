// @ts-check
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseCommand } from '../../dist/src/adapter/spawn/command.js';
import { buildKafkaAdapter, missingTools } from '../kafka/build.js';
import { RELEASES } from '../kafka/releases.js';

/**
 * @typedef {object} KafkaCoordinator
 * @property {string} name with its version, and that of Java
 * @property {(measurement: string) => Promise<number>} measure as Bench.java says; ms
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the newest release of Apache Kafka that the adapter drives, ready to measure itself.
 * @returns {Promise<KafkaCoordinator | { missing: string }>}
 */
export async function startKafka() {
  const missing = await missingTools();
  const [newest] = RELEASES;
  if (missing.length > 0 || newest === undefined) return { missing: missing.join('; ') };
  const { program, args } = parseCommand(await buildKafkaAdapter(newest.version));
  const child = spawn(program, [...args, 'bench'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('the JVM has ended');
    return String(value);
  };
  return {
    name: await nextLine(),
    async measure(measurement) {
      child.stdin.write(`${measurement}\n`);
      return Number(await nextLine()) / 1e6;
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
