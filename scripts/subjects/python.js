// @ts-check
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { outputOf, run } from './server-process.js';

const INSTALL_WITHIN_MS = 180_000;
const INTRODUCE = 'import sys; print("Python %d.%d is" % sys.version_info[:2], sys.executable)';
const PIP_MISSING = 'has no pip (Debian: apt-get install python3-pip)';

/**
 * A Python of at least version 3.`minor` that has pip: the one on the path, one that is named after
 * its version, or one of pyenv's. `command` is the program itself: pyenv puts slow scripts on the path.
 * @param {number} minor
 * @returns {Promise<{ command: string } | { missing: string }>}
 */
export async function findPython(minor) {
  let withoutPip;
  for (const name of ['python3', ...namedAfterVersion(minor), ...(await ofPyenv())]) {
    const told = (await outputOf(name, ['-c', INTRODUCE])) ?? '';
    const [, version, command = ''] = /^Python 3\.(\d+) is (.+)$/m.exec(told) ?? [];
    if (version === undefined || Number(version) < minor) continue;
    if ((await outputOf(command, ['-m', 'pip', '--version'])) !== undefined) return { command };
    withoutPip ??= command;
  }
  return {
    missing:
      withoutPip === undefined
        ? `Python 3.${minor} or newer is not installed`
        : `${withoutPip} ${PIP_MISSING}`,
  };
}

/** @param {number} minor the oldest that will do */
function namedAfterVersion(minor) {
  return Array.from({ length: 10 }, (_, newer) => `python3.${minor + newer}`);
}

async function ofPyenv() {
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  const names = await readdir(versions).catch(() => []);
  return names.sort().map((name) => join(versions, name, 'bin', 'python3'));
}

/**
 * Puts packages of PyPI into a directory, as wheels: nothing of them is compiled or run.
 * @param {string} python
 * @param {readonly string[]} requirements all of them: what they depend on is not fetched
 * @param {string} directory
 */
export function installWheels(python, requirements, directory) {
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:'];
  return run(python, ['-m', 'pip', 'install', ...options, '--target', directory, ...requirements], {
    what: `${requirements.join(' and ')} come from PyPI`,
    withinMs: INSTALL_WITHIN_MS,
  });
}
