import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, type RunnerTestSuite, test } from 'vitest';
import type { Adapter } from '../adapter/adapter.js';
import { CERTIFY_DEFAULTS, type CertifyOptions, certify } from '../certify.js';
import type { DeviationsFile } from '../deviations/deviation.js';
import { loadDeviations } from '../deviations/load-deviations.js';
import { type Kit, loadKit } from '../kit.js';
import { groupedBy } from '../report/grouped.js';
import type { Report } from '../report/report.js';
import { faultOfRun } from '../report/words.js';
import { packageRoot } from '../spec/package-root.js';
import { formatProblem } from '../spec/problem.js';
import type { Case } from '../suite/cases/case-types.js';
import { selectCases } from '../suite/cases/select-cases.js';
import type { VersionCheck } from '../suite/version-honesty/checks.js';
import { type TestOutcome, testOutcomes } from './outcomes.js';

export interface TestCoordinatorOptions
  extends Pick<
    CertifyOptions,
    | 'answerTimeout'
    | 'epsilon'
    | 'exact'
    | 'jobs'
    | 'longestCase'
    | 'maxAttempts'
    | 'overrides'
    | 'profile'
    | 'seed'
  > {
  /** Case ids, directories or globs, as `groupspec run` takes them. Absent: all cases. */
  readonly patterns?: readonly string[];
  /**
   * A file of what is known to differ (docs/deviations.md): what differs just so passes, with an
   * annotation. A path is relative to the working directory.
   */
  readonly deviations?: string | URL;
  /** A directory of cases, in place of the kit's own. */
  readonly cases?: string | URL;
  /** How long all of them may take together, in ms. Absent: 15 minutes. */
  readonly timeLimit?: number;
}

const TIME_LIMIT_MS = 15 * 60_000;

/** One that has a test of its own. */
type Tested = { readonly id: string; readonly title: string } & (
  | { readonly kind: 'case'; readonly own: Case }
  | { readonly kind: 'check'; readonly own: VersionCheck }
);

/**
 * Defines a test for each case, grouped by area; call it where tests are defined. The adapter is
 * made before the first of them and closed after the last. All cases that vitest does not leave out
 * are run at once, side by side, before the first test: the tests only tell what came of them. So
 * the time that vitest shows for one means nothing.
 *
 * A test fails where the implementation differs at any version and where there is no verdict, and is
 * skipped where its case cannot run. Throws NothingSelectedError and InvalidDataError, and Error for
 * a profile that does not exist; when nothing can be run, all tests fail with the reason.
 */
export function testCoordinator(
  createAdapter: () => Adapter | Promise<Adapter>,
  options: TestCoordinatorOptions = {},
): void {
  const { profile = CERTIFY_DEFAULTS.profile, patterns = [] } = options;
  const kit = loadKit(options.cases === undefined ? undefined : pathOf(options.cases));
  requireProfile(profile, kit);
  const deviations = readDeviations(options, kit);
  const selected = new Set(selectCases([...kit.cases, ...kit.versionChecks], patterns));
  const tested = testedOf(kit).filter(({ own }) => selected.has(own));
  const byName = new Map(tested.map((one) => [nameOf(one), one]));

  describe(`groupspec, by ${profile}`, () => {
    let adapter: Adapter | null = null;
    let report: Report | null = null;
    let outcomes: ReadonlyMap<string, TestOutcome> = new Map();
    // No limit of vitest's: `certify` stops by itself.
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads there which fixtures are asked for.
    beforeAll(async ({}, suite) => {
      const wanted = namesToRun(suite).flatMap((name) => byName.get(name) ?? []);
      adapter = await createAdapter();
      report = await run(adapter, wanted, { kit, options, deviations });
      const fault = faultOfRun(report);
      if (fault !== null) throw quiet(fault);
      outcomes = testOutcomes(report, kit);
    }, 0);
    afterAll(() => adapter?.close());

    for (const [area, those] of groupedBy(tested, ({ id }) => areaOf(id))) {
      describe(area, () => {
        for (const one of those) {
          test(nameOf(one), async ({ skip, annotate }) => {
            const outcome = outcomes.get(one.id);
            if (outcome === undefined) throw new Error('it has no result: a fault of the kit');
            if (outcome.kind === 'skipped') skip(outcome.reason);
            if (outcome.kind === 'failed') throw failureOf(outcome);
            if (outcome.kind !== 'passed') return;
            for (const remark of outcome.remarks) await annotate(remark, 'warning');
          });
        }
      });
    }
    if (deviations === null) return;
    test(`what is known to differ is just so [${deviations.file}]`, () => {
      const problems = report?.deviations?.problems ?? [];
      if (problems.length > 0) throw quiet(problems.map(formatProblem).join('\n'));
    });
  });
}

interface Run {
  readonly kit: Kit;
  readonly options: TestCoordinatorOptions;
  readonly deviations: DeviationsFile | null;
}

async function run(
  adapter: Adapter,
  wanted: readonly Tested[],
  { kit, options, deviations }: Run,
): Promise<Report> {
  const { patterns: _, cases: _cases, deviations: _file, timeLimit, ...settings } = options;
  return certify(kit, adapter, {
    ...settings,
    cases: wanted.flatMap((one) => (one.kind === 'case' ? [one.own] : [])),
    versionChecks: wanted.flatMap((one) => (one.kind === 'check' ? [one.own] : [])),
    ...(deviations === null ? {} : { deviations }),
    signal: AbortSignal.timeout(timeLimit ?? TIME_LIMIT_MS),
  });
}

function testedOf({ cases, versionChecks }: Kit): Tested[] {
  return [
    ...cases.map((own): Tested => ({ kind: 'case', id: own.id, title: own.data.title, own })),
    ...versionChecks.map((own): Tested => ({ kind: 'check', id: own.id, title: own.title, own })),
  ];
}

function nameOf({ id, title }: Tested): string {
  return `${title} [${id}]`;
}

function areaOf(id: string): string {
  return id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : 'cases';
}

/** `-t` and `.only` leave out the others. */
function namesToRun({ tasks }: Pick<RunnerTestSuite, 'tasks'>): string[] {
  return tasks.flatMap((task) => {
    if (task.mode === 'skip' || task.mode === 'todo') return [];
    return task.type === 'suite' ? namesToRun(task) : [task.name];
  });
}

function failureOf({ text, place }: Extract<TestOutcome, { kind: 'failed' }>): Error {
  if (place === null) return quiet(text);
  return quiet(text, `\n    at ${resolve(packageRoot(), place.file)}:${place.line}:1`);
}

/** Where in the kit it was thrown is of no interest to anybody. */
function quiet(text: string, stack = ''): Error {
  const error = new Error(text);
  error.stack = `Error: ${text}${stack}`;
  return error;
}

function readDeviations({ deviations }: TestCoordinatorOptions, kit: Kit): DeviationsFile | null {
  return deviations === undefined ? null : loadDeviations(pathOf(deviations), kit.known);
}

function requireProfile(name: string, { spec }: Kit): void {
  const { byName } = spec.profiles;
  if (byName.has(name)) return;
  throw new Error(`unknown profile '${name}'; known: ${[...byName.keys()].join(', ')}`);
}

function pathOf(path: string | URL): string {
  return path instanceof URL ? fileURLToPath(path) : path;
}
