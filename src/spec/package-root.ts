import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Directory that holds `spec/` and `cases/`: the package itself. The same code runs from the
 * sources (tests) and from `dist/`, which lie at different depths, so it looks upwards for the
 * package's own manifest.
 */
export function packageRoot(): string {
  root ??= findRoot();
  return root;
}

/** Every file that is read is shown relative to it. */
let root: string | undefined;

function findRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifest = join(directory, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'groupspec') {
      return directory;
    }
    const parent = dirname(directory);
    if (parent === directory) {
      throw new Error('groupspec: no package.json of groupspec above its own code');
    }
    directory = parent;
  }
}

/** Whether this is the repository, or the package that is made of it, which lacks its tools. */
export function isCheckout(): boolean {
  return existsSync(join(packageRoot(), 'tsconfig.json'));
}

let version: string | undefined;

/** The kit's own, e.g. `0.1.0`. */
export function packageVersion(): string {
  version ??= String(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version);
  return version;
}

export function specPath(...segments: string[]): string {
  return join(packageRoot(), 'spec', ...segments);
}
