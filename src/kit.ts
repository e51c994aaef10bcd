import { resolve } from 'node:path';
import type { Configuration } from './adapter/adapter.js';
import { messageCatalog } from './protocol/apis.js';
import { type Comparison, loadComparison } from './spec/comparison.js';
import { defaultConfiguration } from './spec/config.js';
import { danglingCases } from './spec/differing.js';
import { packageVersion } from './spec/package-root.js';
import { InvalidDataError } from './spec/problem.js';
import { loadSpec, type Spec } from './spec/spec.js';
import type { Case } from './suite/cases/case-types.js';
import type { CheckOptions } from './suite/cases/check-case.js';
import { loadCases } from './suite/cases/load-cases.js';
import { VERSION_CHECKS, type VersionCheck } from './suite/version-honesty/checks.js';

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
  /** What is checked of versions beside them; nothing beside somebody's own cases. */
  readonly versionChecks: readonly VersionCheck[];
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

/** The kit's own data does not change while a process runs; several commands of one share it. */
let shared: Kit | undefined;

/**
 * Throws InvalidDataError with everything that is wrong in spec/ or in the cases.
 *
 * @param casesDirectory in place of the kit's own cases
 * @param thorough whether to go through every case at every version; the kit's own are known to hold
 */
export function loadKit(casesDirectory?: string, thorough = casesDirectory !== undefined): Kit {
  if (casesDirectory !== undefined) return readKit(thorough, resolve(casesDirectory));
  if (thorough) return readKit(thorough);
  shared ??= readKit(thorough);
  return shared;
}

function readKit(thorough: boolean, directory?: string): Kit {
  const kitSpec = loadKitSpec();
  const where = directory === undefined ? {} : { directory };
  const cases = loadCases({ ...kitSpec.known, ...where, thorough });
  if (thorough && directory === undefined) {
    const dangling = danglingCases(kitSpec.spec.rules, new Set(cases.map(({ id }) => id)));
    if (dangling.length > 0) throw new InvalidDataError(dangling);
  }
  const versionChecks = directory === undefined ? VERSION_CHECKS : [];
  return { ...kitSpec, version: packageVersion(), cases, versionChecks };
}
