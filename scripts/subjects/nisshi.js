// @ts-check
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { homeOf, installOnce } from './installation.js';
import { outputOf, run } from './server-process.js';
import { startListening } from './tcp-server.js';

const VERSION = '0.8.1';
const HOME = homeOf('nisshi', VERSION);
const INSTALL_WITHIN_MS = 60 * 60_000;

/** @returns {Promise<string[]>} */
export async function missingTools() {
  return (await outputOf('cargo', ['--version'])) === undefined
    ? ['cargo is not installed (https://rustup.rs)']
    : [];
}

/** @returns {boolean} */
export function isInstalled() {
  return existsSync(HOME);
}

/** Compiles for minutes, unoptimised: optimising takes more than twice as long. */
async function install() {
  await installOnce(HOME, async (incomplete) => {
    await run(
      'env',
      [
        ...['CARGO_PROFILE_DEV_DEBUG=0', `CARGO_TARGET_DIR=${join(incomplete, 'target')}`],
        ...['cargo', 'install', 'nisshi', '--version', VERSION, '--locked', '--debug'],
        // One of its dependencies asks for a newer Rust than it needs.
        '--ignore-rust-version',
        ...['--no-default-features', '--features', 'dynostore', '--root', incomplete],
      ],
      { what: `cargo builds nisshi ${VERSION}`, withinMs: INSTALL_WITHIN_MS },
    );
    await rm(join(incomplete, 'target'), { recursive: true });
  });
}

export async function start() {
  await install();
  return startListening(
    { name: 'nisshi', version: VERSION },
    join(HOME, 'bin/nisshi'),
    (host, port) => [
      'broker',
      ...['--listener-url', `tcp://${host}:${port}`],
      ...['--advertised-listener-url', `tcp://${host}:${port}`],
      ...['--storage-engine', 'memory://nisshi/'],
      ...['--group-initial-rebalance-delay', '1000ms'],
    ],
  );
}
