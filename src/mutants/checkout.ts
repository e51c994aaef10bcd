import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../spec/fault.js';
import { packageRoot } from '../spec/package-root.js';
import type { Sources } from './apply.js';

/** Mutants are made of the reference's source, which an installed kit does not have. */
export class CheckoutNeededError extends Fault {
  constructor(missing: string) {
    super(
      `${missing}; mutants are made of the reference's source: run this in a checkout of groupspec, after npm ci and npm run build`,
    );
  }
}

export type Esbuild = Pick<typeof import('esbuild'), 'build' | 'stop'>;

/** Throws CheckoutNeededError where development dependencies are not installed. */
export async function importEsbuild(
  load: () => Promise<Esbuild> = () => import('esbuild'),
): Promise<Esbuild> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CheckoutNeededError('esbuild, a development dependency, is not installed');
  }
}

/** Throws CheckoutNeededError at once rather than after other complaints. */
export async function requireCheckout(): Promise<void> {
  referenceSources();
  builtWorker();
  await importEsbuild();
}

export const REFERENCE_DIRECTORY = (): string => join(packageRoot(), 'reference');

/** Throws CheckoutNeededError. */
export function referenceSources(directory: string = REFERENCE_DIRECTORY()): Sources {
  if (!existsSync(directory)) throw new CheckoutNeededError('there is no directory reference/');
  const names = readdirSync(directory, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts'))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}

/**
 * A thread that runs mutants, as built: threads of Node take no TypeScript.
 *
 * @param module below src/, without its ending
 */
export function builtWorker(module = 'mutants/worker'): string {
  const path = join(packageRoot(), 'dist', 'src', `${module}.js`);
  if (!existsSync(path)) throw new CheckoutNeededError('dist/ is not built');
  return path;
}
