import { expandCase } from '../expand/expand.js';
import type { RunContext } from '../run/run-context.js';
import type { SuiteOptions } from '../run-suite.js';
import { header, type Result } from '../verdict.js';
import { type VersionProbe, versionProbes } from '../version-honesty/checks.js';
import { type Prepared, prepare } from './prepare.js';

/** All that there is to a suite before anything of it is run. */
export interface SuitePlan {
  /** What needs no run for its verdict: it is skipped, or does not hold on the reference. */
  readonly settled: readonly Result[];
  readonly ready: readonly Prepared[];
  readonly probes: readonly VersionProbe[];
}

/** Depends on its input alone, not on the machine. */
export async function planSuite(context: RunContext, options: SuiteOptions): Promise<SuitePlan> {
  const settled: Result[] = [];
  const ready: Prepared[] = [];
  for (const own of options.cases) {
    const expanded = expandCase(own, {
      implementation: context.implementation,
      configuration: context.configuration,
      epsilon: options.epsilon,
      profile: options.profile,
      otherwise: options.otherwise,
      exact: options.exact,
      runToken: options.runToken,
    });
    if (expanded.kind === 'skipped') {
      const base = header({ id: own.id, case: own, swept: null });
      const { reason } = expanded.skipped;
      const notTried = { durationMs: 0, spentMs: 0, attempts: 0 } as const;
      settled.push({ ...base, verdict: 'skip', reason, ...notTried });
      continue;
    }
    for (const expansion of expanded.expansions) {
      const prepared = await prepare(context, expansion);
      if ('verdict' in prepared) settled.push(prepared);
      else ready.push(prepared);
    }
  }
  const probes = versionProbes(options.implementation, options.versionChecks);
  return { settled, ready, probes };
}
