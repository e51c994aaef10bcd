import { createReferenceAdapter } from '../adapter/reference/index.js';
import { CERTIFY_DEFAULTS, certify } from '../certify.js';
import { type Kit, loadKit } from '../kit.js';
import { requireCheckout, requireMutantTools } from '../mutants/checkout.js';
import { isKilled } from '../mutants/fate.js';
import { loadMutants } from '../mutants/load-mutants.js';
import type { Mutant } from '../mutants/mutant.js';
import { plainSurvivor } from '../mutants/render.js';
import { ReferenceFailsError, runMutants } from '../mutants/run-mutants.js';
import { type Mutation, prepareMutation } from '../mutation/run-mutation.js';
import { loadSurvivors, matchSurvivors } from '../mutation/survivors.js';
import { loadLedger } from '../spec/ledger.js';
import { formatProblem, InvalidDataError } from '../spec/problem.js';
import { loadConfirmations } from './confirmations.js';
import { coverRules } from './coverage.js';
import { type Excuse, loadExcuses } from './excuses.js';
import { differingFiles, GENERATORS, type Generator } from './generators.js';
import { owedBy } from './owed.js';
import { unconfirmed } from './unconfirmed.js';

/** One thing that has to hold before a change lands. */
export interface Check {
  readonly what: string;
  readonly ok: boolean;
  /** How it went, in one line. */
  readonly said: string;
  /** What is wrong, a line each. */
  readonly details: readonly string[];
}

/** Where to look in place of the kit's own data. */
export interface GateOptions {
  readonly casesDirectory?: string;
  readonly mutantsDirectory?: string;
  readonly excusesFile?: string;
  readonly survivorsFile?: string;
  readonly confirmationsFile?: string;
  readonly ledgerFile?: string;
  readonly generators?: readonly Generator[];
  readonly jobs?: number;
  /** Told of each check when it is done. */
  readonly onCheck?: (check: Check) => void;
}

/**
 * Checks everything that the data, the reference and the cases owe each other. A check that rests
 * on data that cannot be used fails as well. Throws CheckoutNeededError.
 */
export async function runGate(options: GateOptions = {}): Promise<readonly Check[]> {
  requireCheckout('groupspec gate');
  await requireMutantTools();
  const checks: Check[] = [];
  const done = (check: Check) => {
    checks.push(check);
    options.onCheck?.(check);
  };
  const { kit, check } = checkData(options);
  done(check);
  done(checkGenerated(options.generators ?? GENERATORS));
  if (kit === null) return checks;
  done(await checkSuite(kit));
  done(checkConfirmed(kit, options));
  const { mutants, excuses, check: gateData } = checkGateData(kit, options);
  done(gateData);
  done(await checkSurvivors(options.survivorsFile));
  if (mutants === null) return checks;
  done(checkCoverage(kit, mutants, excuses));
  done(await checkMutants(kit, mutants, options.jobs));
  return checks;
}

function checkData(options: GateOptions): { readonly kit: Kit | null; readonly check: Check } {
  const what = 'spec and cases';
  const [kit, problems] = problemsOf(() => loadKit(options.casesDirectory, true));
  if (kit === null) return { kit, check: bad(what, counted(problems.length, 'problem'), problems) };
  const said = `${counted(kit.spec.rules.rules.length, 'rule')} and ${counted(kit.cases.length, 'case')} are valid`;
  return { kit, check: good(what, said) };
}

function checkGenerated(generators: readonly Generator[]): Check {
  const what = 'generated files';
  const [differing, problems] = problemsOf(() =>
    generators.flatMap((generator) =>
      differingFiles(generator).map((path) => `${path} (${generator.what})`),
    ),
  );
  if (differing === null) return bad(what, 'cannot be made of data that is wrong', problems);
  if (differing.length === 0) return good(what, 'up to date');
  return bad(
    what,
    `${counted(differing.length, 'file')} ${differing.length === 1 ? 'is' : 'are'} not up to date; npm run generate`,
    differing,
  );
}

async function checkSuite(kit: Kit): Promise<Check> {
  const what = 'reference';
  const started = performance.now();
  // The reference is Kafka's latest; what other releases do it cannot show.
  const cases = kit.cases.filter(
    ({ data }) => data.profiles?.includes(CERTIFY_DEFAULTS.profile) !== false,
  );
  const { results, fault } = await certify(kit, createReferenceAdapter(kit.defaults), { cases });
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  const took = `${counted(results.length, 'result')} in ${seconds} s`;
  const wrong = results
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ id, verdict, failure, reason }) => `${verdict} ${id}: ${failure?.summary ?? reason}`);
  if (fault !== null) wrong.push(fault);
  if (wrong.length === 0) return good(what, `passes ${took}`);
  return bad(what, `does not pass ${wrong.length} of ${took}; see groupspec certify`, wrong);
}

function checkConfirmed(kit: Kit, options: GateOptions): Check {
  const what = 'Apache Kafka';
  const { cases, spec } = kit;
  const [ledger, wrongLedger] = problemsOf(() => loadLedger(spec, options.ledgerFile));
  const [confirmations, wrong] = problemsOf(() => loadConfirmations(options.confirmationsFile));
  if (ledger === null || confirmations === null) {
    const problems = [...wrongLedger, ...wrong];
    return bad(what, counted(problems.length, 'problem'), problems);
  }
  const excuses = ledger.flatMap(({ excused }) => excused);
  const found = unconfirmed(cases, confirmations, excuses, owedBy(kit)).map(formatProblem);
  if (found.length > 0) return bad(what, counted(found.length, 'problem'), found);
  const excused = cases.length - confirmations.byCase.size;
  const said = `has confirmed ${confirmations.byCase.size} of ${counted(cases.length, 'case')}`;
  return good(what, excused === 0 ? said : `${said} and is excused from ${excused}`);
}

interface GateData {
  /** Null when they cannot be used. */
  readonly mutants: readonly Mutant[] | null;
  readonly excuses: readonly Excuse[];
  readonly check: Check;
}

function checkGateData(kit: Kit, options: GateOptions): GateData {
  const what = 'mutants and excuses';
  const { ruleIds } = kit.known;
  const [mutants, wrongMutants] = problemsOf(() =>
    loadMutants({
      ruleIds,
      ...(options.mutantsDirectory === undefined ? {} : { directory: options.mutantsDirectory }),
    }),
  );
  const [excuses, wrongExcuses] = problemsOf(() => loadExcuses(ruleIds, options.excusesFile));
  const problems = [...wrongMutants, ...wrongExcuses];
  if (mutants === null || excuses === null) {
    return {
      mutants: null,
      excuses: [],
      check: bad(what, counted(problems.length, 'problem'), problems),
    };
  }
  const said = `${counted(mutants.length, 'mutant')} and ${counted(excuses.length, 'excuse')} are valid`;
  return { mutants, excuses, check: good(what, said) };
}

/** Takes seconds, and the reference does not change while a process runs. */
let mutation: Promise<Mutation> | undefined;

/** `npm run mutation` is not run every day, but its list has to go along with the reference. */
async function checkSurvivors(path?: string): Promise<Check> {
  const what = 'generated mutants';
  mutation ??= prepareMutation();
  const prepared = await mutation;
  const [listed, problems] = problemsOf(() => matchSurvivors(loadSurvivors(path), prepared));
  if (listed === null) return bad(what, counted(problems.length, 'problem'), problems);
  return good(what, `${listed.size} of ${prepared.mutants.length} are listed as survivors`);
}

function checkCoverage(kit: Kit, mutants: readonly Mutant[], excuses: readonly Excuse[]): Check {
  const what = 'proof';
  const { owing, without, stale } = coverRules({
    rules: kit.spec.rules.rules,
    cases: kit.cases,
    mutants,
    excuses,
  });
  const wrong = [
    ...without.case.map((id) => `${id} has no case`),
    ...without.mutant.map((id) => `${id} has no mutant`),
    ...stale.map(formatProblem),
  ];
  if (wrong.length === 0)
    return good(what, `all ${owing} observable rules have case and mutant, or an excuse`);
  const said = `of ${owing} observable rules ${without.case.length} have no case, ${without.mutant.length} no mutant`;
  return bad(
    what,
    stale.length === 0 ? said : `${said}; ${counted(stale.length, 'stale excuse')}`,
    wrong,
  );
}

async function checkMutants(kit: Kit, mutants: readonly Mutant[], jobs?: number): Promise<Check> {
  const what = 'mutants';
  const started = performance.now();
  try {
    const judged = await runMutants({
      kit,
      mutants,
      ...(jobs === undefined ? {} : { jobs }),
    });
    const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    const survivors = judged.filter(({ fate }) => !isKilled(fate));
    if (survivors.length === 0) {
      return good(what, `all ${mutants.length} killed in ${took}`);
    }
    const said = `${survivors.length} of ${mutants.length} survived`;
    return bad(what, said, survivors.flatMap(plainSurvivor));
  } catch (error) {
    if (error instanceof InvalidDataError) {
      const problems = error.problems.map(formatProblem);
      return bad(what, counted(problems.length, 'problem'), problems);
    }
    if (error instanceof ReferenceFailsError) return bad(what, error.message, []);
    throw error;
  }
}

function problemsOf<Value>(load: () => Value): readonly [Value, []] | readonly [null, string[]] {
  try {
    return [load(), []];
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    return [null, error.problems.map(formatProblem)];
  }
}

function good(what: string, said: string): Check {
  return { what, ok: true, said, details: [] };
}

function bad(what: string, said: string, details: readonly string[]): Check {
  return { what, ok: false, said, details };
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
