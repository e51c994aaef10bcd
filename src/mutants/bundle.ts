import { join, relative, resolve } from 'node:path';
import type { BuildFailure, Plugin } from 'esbuild';
import { packageRoot } from '../spec/package-root.js';
import type { Sources } from './apply.js';
import type { Esbuild } from './checkout.js';

/** The reference and its adapter as one CommonJS module. */
export interface Bundle {
  readonly code: string;
  /** What it requires: paths of built modules below dist/, e.g. `src/protocol/codec.js`. */
  readonly requires: readonly string[];
}

export type Bundled =
  | { readonly kind: 'built'; readonly bundle: Bundle }
  | { readonly kind: 'refused'; readonly reason: string };

export type Bundler = (changed: Sources) => Promise<Bundled>;

const ENTRY = 'src/adapter/reference/index.ts';

/** These are rebuilt for every mutant; all others are loaded once, from dist/. */
const INSIDE = ['reference/', 'src/adapter/reference/'];

/** @param sources the reference's own; each call lays the changed files over them */
export function createBundler(esbuild: Esbuild, sources: Sources): Bundler {
  return async (changed) => {
    const requires = new Set<string>();
    try {
      const { outputFiles } = await esbuild.build({
        absWorkingDir: packageRoot(),
        entryPoints: [ENTRY],
        bundle: true,
        write: false,
        format: 'cjs',
        platform: 'node',
        target: 'node20',
        // What the reference means must not hang on settings for editors.
        tsconfigRaw: {},
        logLevel: 'silent',
        plugins: [overlay(sources, changed, requires)],
      });
      const code = outputFiles.map(({ text }) => text).join('');
      return { kind: 'built', bundle: { code, requires: [...requires] } };
    } catch (error) {
      if (!isBuildFailure(error)) throw error;
      return { kind: 'refused', reason: sentenceOf(error) };
    }
  };
}

function overlay(sources: Sources, changed: Sources, requires: Set<string>): Plugin {
  const root = packageRoot();
  return {
    name: 'mutant',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const target = resolve(resolveDir, path);
        const module = relative(root, target).replaceAll('\\', '/');
        if (INSIDE.some((place) => module.startsWith(place))) {
          return { path: target.replace(/\.js$/, '.ts') };
        }
        requires.add(module);
        return { path: module, external: true };
      });
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const file = relative(join(root, 'reference'), path).replaceAll('\\', '/');
        const contents = changed.get(file) ?? sources.get(file);
        return contents === undefined ? null : { contents, loader: 'ts' };
      });
    },
  };
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors);
}

function sentenceOf({ errors: [first], message }: BuildFailure): string {
  if (first === undefined) return message;
  const { location } = first;
  return location === null ? first.text : `${location.file}:${location.line}: ${first.text}`;
}
