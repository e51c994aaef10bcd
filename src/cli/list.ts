import type { Command } from 'commander';
import { createReferenceAdapter } from '../adapter/reference/index.js';
import { CERTIFY_DEFAULTS } from '../certify.js';
import { whyItOwesNothing } from '../gate/coverage.js';
import { loadExcuses } from '../gate/excuses.js';
import { type Kit, loadKit } from '../kit.js';
import { loadMutants } from '../mutants/load-mutants.js';
import { counted } from '../report/counted.js';
import type { Case } from '../suite/cases/case-types.js';
import { selectCases } from '../suite/cases/select-cases.js';
import { expandCase } from '../suite/expand/expand.js';
import { EXIT, EXIT_CODES_OF_AN_ANSWER } from './exit-codes.js';
import { print } from './output.js';

interface ListOptions {
  readonly rules?: boolean;
  readonly json?: boolean;
}

export function addList(verb: Command, finish: (code: number) => void): void {
  verb
    .argument('[pattern...]', 'as for run')
    .option('--rules', 'one line a rule, with its cases and mutants')
    .option('--json', 'for machines')
    .addHelpText(
      'after',
      `
Examples:
  groupspec list static
  groupspec list --rules heartbeat    the rules that cases of heartbeat/ show

${EXIT_CODES_OF_AN_ANSWER}`,
    )
    .action(async (patterns: string[], options: ListOptions) =>
      finish(await list(patterns, options)),
    );
}

async function list(patterns: readonly string[], options: ListOptions): Promise<number> {
  const kit = loadKit();
  const text =
    options.rules === true
      ? await listRules(kit, patterns, options)
      : listCases(kit, patterns, options);
  await print(text);
  return EXIT.ok;
}

function listCases(kit: Kit, patterns: readonly string[], options: ListOptions): string {
  const cases = selectCases(kit.cases, patterns);
  if (options.json === true) {
    const rows = cases.map(({ id, data, needs }) => ({
      id,
      title: data.title,
      rules: data.rules,
      sweep: data.sweep ?? null,
      needs: [...needs],
    }));
    return `${JSON.stringify(rows, null, 2)}\n`;
  }
  const width = Math.max(...cases.map(({ id }) => id.length));
  const lines = cases.map(({ id, data }) => `${id.padEnd(width)}  ${data.title}`);
  return `${lines.join('\n')}\n${counted(cases.length, 'case')}\n`;
}

/** With patterns: only what the cases they select show. */
async function listRules(
  kit: Kit,
  patterns: readonly string[],
  options: ListOptions,
): Promise<string> {
  const selected = selectCases(kit.cases, patterns);
  const { ruleIds } = kit.known;
  const mutants = loadMutants({ ruleIds });
  const excuses = loadExcuses(ruleIds);
  const all = kit.spec.rules.rules.map((rule) => {
    const excuse = excuses.find(({ rule: id }) => id === rule.id);
    return {
      id: rule.id,
      level: rule.level,
      title: rule.title,
      cases: selected.filter(({ data }) => data.rules.includes(rule.id)).map(({ id }) => id),
      mutants: mutants.filter(({ rules }) => rules.includes(rule.id)).map(({ name }) => name),
      excused: excuse === undefined ? null : { from: excuse.from, reason: excuse.reason },
      owesNothing: whyItOwesNothing(rule),
    };
  });
  const rows = patterns.length === 0 ? all : all.filter(({ cases }) => cases.length > 0);
  if (options.json === true) return `${JSON.stringify(rows, null, 2)}\n`;
  const lines = rows.flatMap(({ id, title, cases, mutants, excused, owesNothing }) => [
    `${id.padEnd(12)} ${title}`,
    ...[
      ...cases,
      ...mutants.map((name) => `mutant ${name}`),
      ...(excused === null ? [] : [`needs no ${excused.from.join(', no ')}: ${excused.reason}`]),
      ...(owesNothing === null ? [] : [`needs no case, no mutant: ${owesNothing}`]),
    ].map((line) => `             ${line}`),
  ]);
  const shown = rows.filter(({ cases }) => cases.length > 0).length;
  const broken = `, ${rows.filter(({ mutants }) => mutants.length > 0).length} broken by at least one mutant`;
  const results = await countResults(kit, selected);
  return [
    ...lines,
    `${rows.length} rules, ${shown} shown by at least one case${broken}`,
    `${counted(selected.length, 'case')}, ${results} results on the reference`,
    '',
  ].join('\n');
}

/** One result a case and version, as the reference gets them. */
async function countResults(kit: Kit, cases: readonly Case[]): Promise<number> {
  const implementation = await createReferenceAdapter(kit.defaults).describe();
  const expanded = cases.map((own) =>
    expandCase(own, {
      implementation,
      configuration: kit.defaults,
      ...CERTIFY_DEFAULTS,
      otherwise: () => undefined,
      runToken: '',
    }),
  );
  return expanded.reduce((sum, one) => sum + (one.kind === 'runs' ? one.expansions.length : 1), 0);
}
