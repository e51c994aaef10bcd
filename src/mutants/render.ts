import pc from 'picocolors';
import { type Fate, isKilled } from './fate.js';
import type { Edit } from './mutant.js';
import type { Judged } from './run-mutants.js';

type Colors = ReturnType<typeof pc.createColors>;

export interface MutantsReport {
  readonly judged: readonly Judged[];
  /** Wall time in ms. */
  readonly took: number;
}

/**
 * For a person: a line a rule, then every survivor with its edits and every mutant that no failing
 * case killed, then the sum. With `verbose` also what killed each mutant.
 */
export function prettyMutants(
  { judged, took }: MutantsReport,
  options: { readonly color: boolean; readonly verbose: boolean },
): string {
  const colors = pc.createColors(options.color);
  const survivors = judged.filter(({ fate }) => !isKilled(fate));
  const blunt = judged.filter(({ fate }) => fate.kind === 'crashed' || fate.kind === 'hung');
  const lines = [
    ...ruleLines(judged, colors),
    '',
    ...(options.verbose ? [...judged.flatMap((one) => killLines(one, colors)), ''] : []),
    ...(options.verbose ? [] : blunt.flatMap((one) => killLines(one, colors))),
    ...survivors.flatMap((one) => [...survivorLines(one, colors), '']),
    sumLine(judged.length, survivors.length, took, colors),
  ];
  return `${lines.join('\n')}\n`;
}

/** Every rule that a mutant breaks, in the order of its family's file. */
function ruleLines(judged: readonly Judged[], colors: Colors): string[] {
  return byRule(judged).map(({ rule, killed, survived }) => {
    const mark = survived.length === 0 ? colors.green('✔') : colors.red('✘');
    const named = survived.length === 0 ? '' : `, ${survived.length} survived`;
    return `${mark} ${rule.padEnd(12)} ${killed.length} killed${named}`;
  });
}

export interface RuleSum {
  readonly rule: string;
  /** Names of mutants. */
  readonly killed: readonly string[];
  readonly survived: readonly string[];
}

/** By rule id. */
function byRule(judged: readonly Judged[]): RuleSum[] {
  const rules = [...new Set(judged.flatMap(({ mutant }) => mutant.rules))].sort();
  return rules.map((rule) => {
    const own = judged.filter(({ mutant }) => mutant.rules.includes(rule));
    const names = (some: readonly Judged[]) => some.map(({ mutant }) => mutant.name);
    return {
      rule,
      killed: names(own.filter(({ fate }) => isKilled(fate))),
      survived: names(own.filter(({ fate }) => !isKilled(fate))),
    };
  });
}

/** What killed it; nothing for a survivor. */
function killLines({ mutant, fate }: Judged, colors: Colors): string[] {
  const said = sentenceOf(fate);
  if (said === null) return [];
  return [`${mutant.name} ${colors.dim(`[${mutant.rules.join(', ')}]`)}`, `  ${said}`];
}

/** Null for a survivor. */
function sentenceOf(fate: Fate): string | null {
  switch (fate.kind) {
    case 'failed': {
      const aside = fate.cites ? '' : ' (which cites none of its rules)';
      return `killed by ${fate.result}${aside}, ${fate.step}: ${fate.summary}`;
    }
    case 'crashed':
      return `killed by an exception in ${fate.result}: ${fate.reason}`;
    case 'hung':
      return `killed by a hang in ${fate.case}: ${fate.reason}`;
    case 'survived':
    case 'broken':
      return null;
  }
}

/** Without colours. */
export function plainSurvivor(judged: Judged): string[] {
  return survivorLines(judged, pc.createColors(false));
}

function survivorLines({ mutant }: Judged, colors: Colors): string[] {
  const { file, line } = mutant.place;
  const reports = mutant.reports.length === 0 ? '' : ` (${mutant.reports.join(', ')})`;
  return [
    `${colors.red('survived')} ${colors.bold(mutant.name)} [${mutant.rules.join(', ')}]${reports}  ${file}:${line}`,
    ...mutant.edits.flatMap((edit) => editLines(edit, colors)),
  ];
}

function editLines({ file, find, replace }: Edit, colors: Colors): string[] {
  const marked = (mark: string, text: string) =>
    text === '' ? [] : text.split('\n').map((line) => `    ${mark} ${line}`);
  return [
    `  reference/${file}`,
    ...marked('-', find).map(colors.red),
    ...marked('+', replace).map(colors.green),
  ];
}

function sumLine(total: number, survived: number, took: number, colors: Colors): string {
  const mutants = `${total} ${total === 1 ? 'mutant' : 'mutants'}`;
  const seconds = `${(took / 1000).toFixed(1)} s`;
  if (survived === 0) return `${colors.green('✔')} ${mutants}, all killed, in ${seconds}`;
  return `${colors.red('✘')} ${mutants}: ${total - survived} killed, ${survived} survived, in ${seconds}`;
}

/** For machines. */
export function mutantsJson({ judged, took }: MutantsReport, kitVersion: string): string {
  const killed = judged.filter(({ fate }) => isKilled(fate)).length;
  const report = {
    format: 'groupspec-mutants',
    formatVersion: 1,
    kitVersion,
    summary: {
      mutants: judged.length,
      killed,
      survived: judged.length - killed,
      durationMs: Math.round(took),
    },
    rules: byRule(judged),
    mutants: judged.map(({ mutant, fate }) => ({
      name: mutant.name,
      rules: mutant.rules,
      reports: mutant.reports,
      file: mutant.place.file,
      line: mutant.place.line,
      edits: mutant.edits.map(({ file, find, replace }) => ({ file, find, replace })),
      fate,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
