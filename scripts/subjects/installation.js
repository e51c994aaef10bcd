// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ALL = fileURLToPath(new URL('../../.subjects', import.meta.url));

/**
 * Where the subject `name` of `version` is installed, or will be.
 * @param {string} name
 * @param {string} version
 */
export function homeOf(name, version) {
  return join(ALL, `${name}-${version}`);
}

/**
 * Installs into `directory` unless it is there. Renamed when complete, so that an installation cut
 * short is not taken for one.
 * @param {string} directory
 * @param {(incomplete: string) => Promise<unknown>} fill puts everything into an empty directory
 */
export async function installOnce(directory, fill) {
  if (existsSync(directory)) return;
  await mkdir(dirname(directory), { recursive: true });
  const incomplete = await mkdtemp(`${directory}.incomplete-`);
  try {
    await fill(incomplete);
    await rename(incomplete, directory).catch((error) => {
      if (!existsSync(directory)) throw error; // Another installation was faster.
    });
  } finally {
    await rm(incomplete, { recursive: true, force: true });
  }
}
