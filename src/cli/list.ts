import type { Command } from 'commander';
import { type Kit, loadKit } from '../kit.js';
import { selectCases } from '../suite/select-cases.js';
import { EXIT, EXIT_CODES_OF_AN_ANSWER } from './exit-codes.js';
import { print } from './output.js';

interface ListOptions {
  readonly rules?: boolean;
  readonly json?: boolean;
}

export function addList(program: Command, finish: (code: number) => void): void {
  program
    .command('list')
    .argument('[pattern...]', 'as for run')
    .description('list cases, or rules with the cases that show them')
    .option('--rules', 'one line a rule, with its cases')
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
    options.rules === true ? listRules(kit, patterns, options) : listCases(kit, patterns, options);
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
  return `${lines.join('\n')}\n${cases.length} cases\n`;
}

/** With patterns: only what the cases they select show. */
function listRules(kit: Kit, patterns: readonly string[], options: ListOptions): string {
  const selected = selectCases(kit.cases, patterns);
  const all = kit.spec.rules.rules.map((rule) => ({
    id: rule.id,
    level: rule.level,
    title: rule.title,
    cases: selected.filter(({ data }) => data.rules.includes(rule.id)).map(({ id }) => id),
  }));
  const rows = patterns.length === 0 ? all : all.filter(({ cases }) => cases.length > 0);
  if (options.json === true) return `${JSON.stringify(rows, null, 2)}\n`;
  const shown = rows.filter(({ cases }) => cases.length > 0).length;
  const lines = rows.map(
    ({ id, title, cases }) =>
      `${id.padEnd(12)} ${title}\n${cases.map((one) => `             ${one}\n`).join('')}`,
  );
  return `${lines.join('')}${rows.length} rules, ${shown} shown by at least one case\n`;
}
