import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Kit, loadKit } from '../kit.js';
import { packageRoot } from '../spec/package-root.js';
import type { Rule } from '../spec/rule.js';
import type { Case } from '../suite/cases/case-types.js';
import { nearestIds } from '../suite/cases/select-cases.js';
import { describeOpeningStep } from '../suite/run/describe-step.js';
import { VERSION_CHECKS, type VersionCheck } from '../suite/version-honesty/checks.js';
import { EXIT, EXIT_CODES_OF_AN_ANSWER, UsageError } from './exit-codes.js';
import { print } from './output.js';

export function addExplain(verb: Command, finish: (code: number) => void): void {
  verb
    .argument('<rule or case>', 'e.g. JOIN-03 or heartbeat/unknown-group')
    .addHelpText('after', `\n${EXIT_CODES_OF_AN_ANSWER}`)
    .action(async (name: string) => finish(await explain(name)));
}

async function explain(name: string): Promise<number> {
  const kit = loadKit();
  const rule = kit.spec.rules.byId.get(name);
  const id = name
    .replace(/@.*$/, '')
    .replace(/\.ya?ml$/, '')
    .replace(/^cases\//, '');
  const own = kit.cases.find((one) => one.id === id);
  const check = VERSION_CHECKS.find((one) => one.id === id);
  if (check !== undefined) {
    await print(explainCheck(kit, check));
    return EXIT.ok;
  }
  if (rule === undefined && own === undefined) {
    const looksLikeRule = /^[a-z]+-[a-z0-9]*$/i.test(name);
    const known = looksLikeRule ? [...kit.spec.rules.byId.keys()] : kit.cases.map((one) => one.id);
    throw new UsageError(
      `no rule or case '${name}'; the nearest are ${nearestIds(looksLikeRule ? name.toUpperCase() : name, known).join(', ')}`,
    );
  }
  await print(rule === undefined ? explainCase(kit, own as Case) : explainRule(kit, rule));
  return EXIT.ok;
}

function explainRule(kit: Kit, rule: Rule): string {
  const lines = [`${rule.id}  ${rule.title}`, '', wrap(rule.statement), ''];
  for (const [index, step] of rule.order.entries()) {
    lines.push(
      `  ${index + 1}. ${step.when}: ${step.then}${step.rules.length > 0 ? ` (${step.rules.join(', ')})` : ''}`,
    );
  }
  if (rule.order.length > 0) lines.push('');
  if (rule.table !== null) {
    lines.push(`  ${rule.table.columns.join(' | ')}`);
    lines.push(...rule.table.rows.map((row) => `  ${row.join(' | ')}`), '');
  }
  lines.push(`level        ${rule.level}${rule.quirk ? ' (implementation-defined)' : ''}`);
  if (rule.freedom !== null) lines.push(`tolerated    ${rule.freedom}`);
  lines.push(`seen         ${rule.observability.join(', ')}`);
  if (rule.needs.length > 0) lines.push(`needs        ${rule.needs.join(', ')}`);
  lines.push(`sources      ${rule.sources.join('; ')}`);
  for (const difference of rule.differs)
    lines.push(`${difference.profile}: ${difference.statement}`);
  const shownBy = [
    ...kit.cases.map(({ id, data }) => ({ id, title: data.title, rules: data.rules })),
    ...VERSION_CHECKS,
  ].filter(({ rules }) => rules.includes(rule.id));
  lines.push('', shownBy.length === 0 ? 'no case shows it yet' : 'shown by');
  lines.push(...shownBy.map(({ id, title }) => `  ${id}  ${title}`));
  return `${lines.join('\n')}\n`;
}

/** A check of versions has no file: it depends on what is advertised. */
function explainCheck(kit: Kit, { id, title, rules }: VersionCheck): string {
  const lines = rules.map(
    (rule) => `  ${rule.padEnd(11)} ${kit.spec.rules.byId.get(rule)?.title ?? ''}`,
  );
  const about = 'for every group API that is advertised, made up at the time of the run';
  return `${[id, title, '', ...lines, '', about].join('\n')}\n`;
}

function explainCase(kit: Kit, own: Case): string {
  const lines = [own.id, own.data.title, ''];
  for (const id of own.data.rules) {
    const rule = kit.spec.rules.byId.get(id);
    lines.push(`  ${id.padEnd(11)} ${rule?.title ?? ''}`);
  }
  if (own.data.reports !== undefined) lines.push(`  reports     ${own.data.reports.join(', ')}`);
  if (own.data.sweep !== undefined) lines.push('', `at every version of ${own.data.sweep}`);
  if (own.opening !== null) {
    lines.push('', `opening '${own.opening.name}': ${own.opening.title}`);
    lines.push(...own.opening.steps.map((step) => `  - ${describeOpeningStep(step)}`));
  }
  lines.push('', own.file, '');
  lines.push(readFileSync(join(packageRoot(), own.file), 'utf8').trimEnd());
  return `${lines.join('\n')}\n`;
}

const WIDTH = 96;

function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
