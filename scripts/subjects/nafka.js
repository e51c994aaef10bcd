// @ts-check
import { homeOf, installOnce } from './installation.js';
import { findPython, installWheels } from './python.js';
import { startListening } from './tcp-server.js';

const VERSION = '0.1';
const WHEELS = [`nafka==${VERSION}`, 'kafka-python==2.3.3'];
const HOME = homeOf('nafka', VERSION);
const OLDEST_PYTHON_MINOR = 12;

/** @returns {Promise<string[]>} */
export async function missingTools() {
  const python = await findPython(OLDEST_PYTHON_MINOR);
  return 'missing' in python ? [python.missing] : [];
}

async function install() {
  await installOnce(HOME, async (incomplete) =>
    installWheels(await pythonCommand(), WHEELS, incomplete),
  );
}

export async function start() {
  await install();
  const python = await pythonCommand();
  return startListening({ name: 'nafka', version: VERSION }, 'env', (_host, port) => [
    `PYTHONPATH=${HOME}`,
    ...[python, '-m', 'nafka', '--port', String(port)],
  ]);
}

async function pythonCommand() {
  const python = await findPython(OLDEST_PYTHON_MINOR);
  if ('missing' in python) throw new Error(python.missing);
  return python.command;
}
