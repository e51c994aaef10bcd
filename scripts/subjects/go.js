// @ts-check
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeOf, installOnce } from './installation.js';
import { outputOf, run } from './server-process.js';

const BUILD_WITHIN_MS = 20 * 60_000;

/** @returns {Promise<string[]>} */
export async function missingGo() {
  return (await outputOf('go', ['version'])) === undefined
    ? ['go is not installed (https://go.dev/dl)']
    : [];
}

/**
 * Builds the program in adapters/`name` unless it is built.
 * @param {string} name
 * @param {string} version of the implementation that its go.mod names
 * @returns {Promise<string>} the program
 */
export async function builtGo(name, version) {
  const home = homeOf(name, version);
  await installOnce(home, (incomplete) =>
    run(
      'go',
      [
        ...['build', '-C', fileURLToPath(new URL(`../../adapters/${name}`, import.meta.url))],
        ...['-buildvcs=false', '-o', join(incomplete, name), '.'],
      ],
      { what: `go builds ${name} ${version}`, withinMs: BUILD_WITHIN_MS },
    ),
  );
  return join(home, name);
}
