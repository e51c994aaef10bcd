// @ts-check
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeOf, installOnce } from './installation.js';
import { findPython, installWheels } from './python.js';
import { startPrinting } from './tcp-server.js';

const VERSION = '2.16.0';
/** Carries librdkafka as a shared library, to which Python is only the way. */
const WHEEL = 'confluent-kafka==2.16.1';
const OLDEST_PYTHON_MINOR = 8;

const HOME = homeOf('librdkafka', VERSION);
const PROGRAM = fileURLToPath(
  new URL('../../adapters/librdkafka/mock_cluster.py', import.meta.url),
);

/** @returns {Promise<string[]>} */
export async function missingTools() {
  const python = await findPython(OLDEST_PYTHON_MINOR);
  return 'missing' in python ? [python.missing] : [];
}

async function installed() {
  const python = await findPython(OLDEST_PYTHON_MINOR);
  if ('missing' in python) throw new Error(python.missing);
  await installOnce(HOME, (incomplete) => installWheels(python.command, [WHEEL], incomplete));
  return python.command;
}

/** Cases can crash the mock, so each gets one of its own. */
export async function spawnCommand() {
  const python = await installed();
  return [python, ...argumentsOf()].map((part) => `'${part}'`).join(' ');
}

export async function start() {
  const python = await installed();
  const named = { name: 'librdkafka mock cluster', version: VERSION };
  return startPrinting(named, python, argumentsOf());
}

/** Python isolated from its site packages: it starts for every case. */
function argumentsOf() {
  return ['-I', '-S', PROGRAM, library()];
}

function library() {
  const libraries = join(HOME, 'confluent_kafka.libs');
  const found = readdirSync(libraries).find((name) => name.startsWith('librdkafka'));
  if (found === undefined) throw new Error(`${WHEEL} has no librdkafka in ${libraries}`);
  return join(libraries, found);
}
