import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Configuration } from './adapter/adapter.js';
import { messageCatalog } from './protocol/apis.js';
import { type Comparison, loadComparison } from './spec/comparison.js';
import { defaultConfiguration } from './spec/config.js';
import { packageRoot } from './spec/package-root.js';
import { loadSpec, type Spec } from './spec/spec.js';
import type { Case } from './suite/case-types.js';
import type { CheckOptions } from './suite/check-case.js';
import { loadCases } from './suite/load-cases.js';

/** The description: rules, errors, settings, and how fields are compared. */
export interface KitSpec {
  readonly spec: Spec;
  readonly comparison: Comparison;
  /** Every numeric broker setting of spec/config.yaml. */
  readonly defaults: Configuration;
  /** What a case may cite and name. */
  readonly known: CheckOptions;
}

/** Spec and cases, loaded and cross-checked once a command starts. */
export interface Kit extends KitSpec {
  readonly version: string;
  readonly cases: readonly Case[];
}

/** Throws InvalidDataError with everything that is wrong in spec/. */
export function loadKitSpec(): KitSpec {
  const spec = loadSpec();
  const comparison = loadComparison(messageCatalog());
  return {
    spec,
    comparison,
    defaults: defaultConfiguration(spec.config),
    known: {
      ruleIds: new Set(spec.rules.byId.keys()),
      errorNames: new Set(spec.errors.byName.keys()),
      configurationNames: new Set(spec.config.byName.keys()),
      profileNames: new Set(spec.profiles.byName.keys()),
      comparison,
    },
  };
}

/**
 * Throws InvalidDataError with everything that is wrong in spec/ or in the cases.
 *
 * @param casesDirectory in place of the kit's own cases
 * @param thorough whether to go through every case at every version; the kit's own are known to hold
 */
export function loadKit(casesDirectory?: string, thorough = casesDirectory !== undefined): Kit {
  const kitSpec = loadKitSpec();
  const directory = casesDirectory === undefined ? {} : { directory: resolve(casesDirectory) };
  return {
    ...kitSpec,
    version: kitVersion(),
    cases: loadCases({ ...kitSpec.known, ...directory, thorough }),
  };
}

export function kitVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  return String(manifest.version);
}
