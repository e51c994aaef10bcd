import type { RuleSet } from '../../spec/rule.js';
import type { Case } from '../../suite/cases/case-types.js';
import { groupedBy } from '../grouped.js';
import { isKnownFailure, type Report, type ReportedResult } from '../report.js';
import type { ReportedLevel, ReportKit } from '../reporter.js';
import { caseScript } from './case-script.js';
import { describeImplementation } from './describe-implementation.js';
import type {
  PageCase,
  PageData,
  PageFamily,
  PageOutcome,
  PageRule,
  ShownVerdict,
} from './page-data.js';

/** @param levels what came of the levels that can be certified, for one report */
export function buildPageData(
  reports: readonly Report[],
  kit: ReportKit,
  levels: (report: Report) => readonly ReportedLevel[],
): PageData {
  const cases = casesOf(reports, kit);
  const profiles = new Set(reports.map(({ profile }) => profile));
  const cited = [...new Set(cases.flatMap((one) => one.rules))].sort();
  return {
    kitVersion: kit.version,
    implementations: reports.map((report) => describeImplementation(report, levels(report))),
    families: familiesOf(cases, kit.spec.rules),
    rules: Object.fromEntries(
      cited.flatMap((id) => {
        const rule = ruleOf(id, kit.spec.rules, profiles);
        return rule === null ? [] : [[id, rule]];
      }),
    ),
    cases,
  };
}

export function shownVerdict(result: ReportedResult): ShownVerdict {
  return isKnownFailure(result) ? 'known' : result.verdict;
}

function casesOf(reports: readonly Report[], kit: ReportKit): PageCase[] {
  const known = new Map(kit.cases.map((own) => [own.id, own]));
  const byCase = new Map<string, ReportedResult[][]>();
  for (const [index, { results }] of reports.entries()) {
    for (const result of results) {
      let own = byCase.get(result.case);
      if (own === undefined) {
        own = reports.map(() => []);
        byCase.set(result.case, own);
      }
      own[index]?.push(result);
    }
  }
  return [...byCase]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, results]) => pageCase(id, results, known.get(id)));
}

function pageCase(
  id: string,
  results: readonly (readonly ReportedResult[])[],
  known: Case | undefined,
): PageCase {
  const [first] = results.flat();
  const rules = first?.rules ?? [];
  const swept = results.flat().flatMap((one) => (one.swept === null ? [] : [one.swept.api]));
  return {
    id,
    title: first?.title ?? id,
    family: (rules[0] ?? '').split('-')[0] ?? '',
    rules,
    apis: [...new Set<string>(known === undefined ? swept : known.apis)].sort(),
    script: known === undefined ? null : caseScript(known),
    outcomes: results.map((own) => [...groupedBy(own, storyOf).values()].map(outcomeOf)),
  };
}

/**
 * What is the same of results that are shown once. Whole answers count by their first field, the
 * error: others come and go with the version.
 */
function storyOf({ verdict, reason, deviation, swept, failure }: ReportedResult): string {
  const step = failure?.step.replaceAll(/ v\d+/g, '');
  const differing = failure?.differences.map(({ path, actual }) => [path, actual.split(',', 1)[0]]);
  return JSON.stringify([verdict, reason, deviation, swept?.api, step, differing]);
}

function outcomeOf(results: readonly [ReportedResult, ...ReportedResult[]]): PageOutcome {
  const [first] = results;
  const versions = results.flatMap(({ swept }) => (swept === null ? [] : [swept.version]));
  return {
    verdict: shownVerdict(first),
    swept:
      first.swept === null
        ? null
        : { api: first.swept.api, versions: versions.sort((a, b) => a - b) },
    reason: first.reason ?? null,
    failure: first.failure ?? null,
    deviation: first.deviation ?? null,
    attempts: Math.max(...results.map(({ attempts }) => attempts)),
  };
}

function familiesOf(cases: readonly PageCase[], { families }: RuleSet): PageFamily[] {
  const names = [...new Set(cases.map(({ family }) => family))].sort();
  return names.map((family) => ({
    family,
    title: families.find((one) => one.family === family)?.title ?? '',
  }));
}

function ruleOf(id: string, { byId }: RuleSet, profiles: ReadonlySet<string>): PageRule | null {
  const rule = byId.get(id);
  if (rule === undefined) return null;
  const { title, level, statement, differs } = rule;
  return {
    title,
    level,
    statement,
    differs: differs
      .filter(({ profile }) => profiles.has(profile))
      .map((one) => ({ profile: one.profile, statement: one.statement })),
  };
}
