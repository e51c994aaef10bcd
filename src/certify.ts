import { randomBytes } from 'node:crypto';
import {
  type Adapter,
  AdapterError,
  type Configuration,
  type Implementation,
} from './adapter/adapter.js';
import { guardAdapter } from './adapter/guarded.js';
import { REFERENCE_PROFILE } from './adapter/reference/index.js';
import type { DeviationsFile } from './deviations/deviation.js';
import { judgeDeviations } from './deviations/judge-deviations.js';
import type { Kit } from './kit.js';
import {
  type About,
  createReport,
  emptinessOf,
  type Report,
  type ReportedShard,
} from './report/report.js';
import { today } from './spec/day.js';
import { type Otherwise, shownOtherwise } from './spec/differing.js';
import { errorCode, errorName } from './spec/errors.js';
import type { RuleSet } from './spec/rule.js';
import type { Case } from './suite/cases/case-types.js';
import type { Shard } from './suite/plan/shard.js';
import { aborted } from './suite/run/aborted.js';
import { type OnProgress, runSuite } from './suite/run-suite.js';
import type { VersionCheck } from './suite/version-honesty/checks.js';

/** What certifying takes of a kit; of the spec only what it says about whole runs. */
export interface CertifyKit extends Omit<Kit, 'spec'> {
  readonly spec: Pick<Kit['spec'], 'rules' | 'version' | 'digest'>;
}

export interface CertifyOptions {
  /** Absent: all cases of the kit. */
  readonly cases?: readonly Case[];
  /** Of the implementation's versions. Absent: the kit's, or none where cases are given. */
  readonly versionChecks?: readonly VersionCheck[];
  /** Broker settings that cannot be discovered; they win over what the implementation says. */
  readonly overrides?: Configuration;
  readonly seed?: number;
  /** Name of a profile of spec/profiles. */
  readonly profile?: string;
  /** Whether implementation-defined behaviour has to be Apache Kafka's own. */
  readonly exact?: boolean;
  /** Cases side by side. Absent: 8 on a virtual clock, on a real one, where they mostly wait, 200, or
   * 400 where each has a process of its own. */
  readonly jobs?: number;
  /** Distance kept from deadlines on a real clock, in ms. */
  readonly epsilon?: number;
  /** How long an answer that is due may take on a real clock, in ms. */
  readonly answerTimeout?: number;
  /** Cases that take longer on a real clock, in ms, are skipped. */
  readonly longestCase?: number;
  /** Tries of a case that the environment spoils. */
  readonly maxAttempts?: number;
  /** Absent: the whole. */
  readonly shard?: Shard;
  /** Stops at once and gives up the cases at hand; the report then says that it is not whole. */
  readonly signal?: AbortSignal;
  /** What is known to differ (`loadDeviations`). */
  readonly deviations?: DeviationsFile;
  /** In UTC, `YYYY-MM-DD`: some deviations are known until a day only. Absent: today. */
  readonly today?: string;
  /** For the report. */
  readonly about?: About;
  readonly onProgress?: OnProgress;
}

export const CERTIFY_DEFAULTS = {
  seed: 1,
  profile: REFERENCE_PROFILE,
  exact: false,
  epsilon: 300,
  answerTimeout: 2_500,
  longestCase: 60_000,
  maxAttempts: 3,
} as const;

const JOBS = { virtual: 8, real: 200, isolated: 400 } as const;

/** Cases are written for this profile unless they say otherwise. */
const WRITTEN_FOR: string = REFERENCE_PROFILE;

/**
 * Runs cases against an implementation. Whatever it or its environment does ends in the report;
 * only faults of the kit itself throw. The adapter stays open.
 */
export async function certify(
  kit: CertifyKit,
  given: Adapter,
  options: CertifyOptions = {},
): Promise<Report> {
  const settings = { ...CERTIFY_DEFAULTS, ...options };
  const adapter = guardAdapter(given);
  const base = {
    kitVersion: kit.version,
    spec: { version: kit.spec.version, digest: kit.spec.digest },
    seed: settings.seed,
    profile: settings.profile,
    exact: settings.exact,
    shard: options.shard === undefined ? null : { ...options.shard, split: null, deviations: null },
    about: options.about ?? { adapter: 'in-process' },
  };
  const nothing = {
    ...base,
    implementation: null,
    configuration: {},
    results: [],
    deviations: null,
    wallMs: null,
  };
  const startedAt = performance.now();
  let implementation: Implementation | null;
  try {
    implementation = await describeUnlessStopped(adapter, options.signal);
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return createReport({ ...nothing, fault: error.message, interrupted: false });
  }
  if (implementation === null) return createReport({ ...nothing, fault: null, interrupted: true });
  const { results, configuration, interrupted, split } = await runSuite({
    ...settings,
    otherwise: otherwiseIn(kit.spec.rules, settings.profile, settings.exact),
    adapter,
    implementation,
    cases: options.cases ?? kit.cases,
    versionChecks: options.versionChecks ?? (options.cases === undefined ? kit.versionChecks : []),
    defaults: kit.defaults,
    overrides: options.overrides ?? {},
    comparison: kit.comparison,
    errors: { code: errorCode, name: errorName },
    // Groups of an earlier run may still live in a real implementation.
    runToken: implementation.clock === 'virtual' ? 'run' : randomBytes(4).toString('hex'),
    jobs: options.jobs ?? JOBS[poolOf(implementation)],
  });
  const day = options.today ?? today();
  const shard = options.shard === undefined ? null : sharded(options.shard, split, options, day);
  return createReport({
    ...base,
    shard,
    implementation,
    configuration,
    results,
    deviations:
      options.deviations === undefined
        ? null
        : judgeDeviations(options.deviations, results, {
            cases: kit.cases,
            versionChecks: kit.versionChecks,
            whole: !interrupted,
            today: day,
          }),
    wallMs: implementation.clock === 'virtual' ? null : performance.now() - startedAt,
    fault: emptinessOf(results, { interrupted, shard }),
    interrupted,
  });
}

function sharded(
  shard: Shard,
  split: string | null,
  { deviations }: CertifyOptions,
  today: string,
): ReportedShard {
  if (deviations === undefined) return { ...shard, split, deviations: null };
  const { file, text } = deviations;
  return { ...shard, split, deviations: { file, text, today } };
}

/** What is otherwise in a profile than a case that names no profile takes for granted. */
export function otherwiseIn(rules: RuleSet, profile: string, exact: boolean): Otherwise {
  if (profile === WRITTEN_FOR) return () => undefined;
  return shownOtherwise(rules, [profile, WRITTEN_FOR], exact);
}

/** Processes of their own share no listener that could be too slow for many at once. */
function poolOf({ clock, isolated }: Implementation): keyof typeof JOBS {
  return clock === 'real' && isolated ? 'isolated' : clock;
}

/** Null when stopped first: a broker that does not answer may take its time to be given up. */
async function describeUnlessStopped(
  adapter: Adapter,
  signal: AbortSignal | undefined,
): Promise<Implementation | null> {
  const described = adapter.describe();
  if (signal === undefined) return described;
  return Promise.race([described, aborted(signal).then(() => null)]);
}
