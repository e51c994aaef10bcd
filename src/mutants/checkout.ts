import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../spec/fault.js';
import { isCheckout, packageRoot } from '../spec/package-root.js';
import type { Sources } from './apply.js';

/** Something is missing that not everybody who has groupspec has. */
export class CheckoutNeededError extends Fault {}

export type Esbuild = Pick<typeof import('esbuild'), 'build' | 'stop'>;

/** Throws CheckoutNeededError where it is not installed: it is no dependency of the package. */
export async function importEsbuild(
  load: () => Promise<Esbuild> = () => import('esbuild'),
): Promise<Esbuild> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CheckoutNeededError(
      "esbuild is not installed; mutants are made of the reference's source with it: npm install esbuild, beside groupspec (npm ci in a checkout of groupspec)",
    );
  }
}

/** What mutants take. Throws CheckoutNeededError at once rather than after other complaints. */
export async function requireMutantTools(): Promise<void> {
  builtWorker();
  await importEsbuild();
}

/**
 * Throws CheckoutNeededError in an installed package.
 *
 * @param what cannot be done there, as the subject of a sentence
 */
export function requireCheckout(what: string): void {
  if (isCheckout()) return;
  throw new CheckoutNeededError(
    `${what} works in a checkout of groupspec only, with its development dependencies; this is an installed package`,
  );
}

const REFERENCE_DIRECTORY = (): string => join(packageRoot(), 'reference');

export function referenceSources(directory: string = REFERENCE_DIRECTORY()): Sources {
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
  if (!existsSync(path)) throw new CheckoutNeededError('dist/ is not built: npm run build');
  return path;
}
