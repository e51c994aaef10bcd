import type { Sources } from '../mutants/apply.js';
import { CheckoutNeededError } from '../mutants/checkout.js';
import { isCitation, type SyntaxNode } from './citations.js';
import type { GeneratedMutant } from './generated-mutant.js';

export type Stryker = Pick<typeof import('@stryker-mutator/instrumenter'), 'Instrumenter'>;

/** Throws CheckoutNeededError where development dependencies are not installed. */
export async function importStryker(
  load: () => Promise<Stryker> = () => import('@stryker-mutator/instrumenter'),
): Promise<Stryker> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CheckoutNeededError(
      '@stryker-mutator/instrumenter, a development dependency, is not installed: npm ci',
    );
  }
}

export interface Instrumented {
  /** The files with all their mutants in them, each of which waits to be switched on. */
  readonly sources: Sources;
  readonly mutants: readonly GeneratedMutant[];
}

const CITATIONS: Parameters<
  InstanceType<Stryker['Instrumenter']>['instrument']
>[1]['ignorers'][number] = {
  shouldIgnore: (path) =>
    isCitation((path as { readonly node: SyntaxNode }).node) ? 'tells a rule' : undefined,
};

/** Every mutant that Stryker's mutators make of `sources`, but for those of citations of rules. */
export async function instrument(
  { Instrumenter }: Stryker,
  sources: Sources,
): Promise<Instrumented> {
  const { files, mutants } = await new Instrumenter(SILENT).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [CITATIONS] },
  );
  const lines = new Map([...sources].map(([name, text]) => [name, lineStarts(text)]));
  return {
    sources: new Map(files.map(({ name, content }) => [name, content])),
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName: file, mutatorName: mutator, replacement, location }) => {
        const offset = ({ line, column }: typeof location.start) =>
          (lines.get(file)?.[line] ?? 0) + column;
        const [start, end] = [offset(location.start), offset(location.end)];
        return {
          id,
          file,
          start,
          end,
          // Stryker counts both from 0.
          line: location.start.line + 1,
          column: location.start.column + 1,
          mutator,
          original: (sources.get(file) ?? '').slice(start, end),
          replacement,
        };
      }),
  };
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

const no = () => false;
const nothing = () => {};

/** Whatever goes wrong is thrown as well. */
const SILENT: ConstructorParameters<Stryker['Instrumenter']>[0] = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
