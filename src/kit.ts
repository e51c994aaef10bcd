import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Configuration } from './adapter/adapter.js';
import type { Comparison } from './spec/comparison.js';
import { loadComparison } from './spec/comparison.js';
import { defaultConfiguration } from './spec/config.js';
import { packageRoot } from './spec/package-root.js';
import { loadSpec, type Spec } from './spec/spec.js';
import type { Case } from './suite/case-types.js';
import { loadCases } from './suite/load-cases.js';

/** Spec and cases, loaded and cross-checked once a command starts. */
export interface Kit {
  readonly version: string;
  readonly spec: Spec;
  readonly comparison: Comparison;
  readonly cases: readonly Case[];
  readonly defaults: Configuration;
}

/** Throws InvalidDataError with everything that is wrong in spec/ or in the cases. */
export function loadKit(casesDirectory?: string): Kit {
  const spec = loadSpec();
  return {
    version: kitVersion(),
    spec,
    comparison: loadComparison(),
    defaults: defaultConfiguration(spec.config),
    cases: loadCases({
      ...(casesDirectory === undefined ? {} : { directory: resolve(casesDirectory) }),
      ruleIds: new Set(spec.rules.byId.keys()),
      errorNames: new Set(spec.errors.byName.keys()),
      configurationNames: new Set(spec.config.byName.keys()),
    }),
  };
}

export function kitVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  return String(manifest.version);
}
