import { GENERATED_CASES_DIRECTORY } from '../generate/generated-cases.js';
import type { Mutant } from '../mutants/mutant.js';
import { counted } from '../report/counted.js';
import { plainInHtml, tableRow } from '../report/markdown-text.js';
import type { Rule, RuleFamily, RuleSet } from '../spec/rule.js';
import type { Case } from '../suite/cases/case-types.js';
import { VERSION_CHECKS } from '../suite/version-honesty/checks.js';
import { whyItOwesNothing } from './coverage.js';
import type { Excuse } from './excuses.js';

export const RULES_DIRECTORY = 'docs/rules';

export interface RulesPagesInput {
  readonly rules: RuleSet;
  readonly cases: readonly Pick<Case, 'id' | 'file' | 'data'>[];
  readonly mutants: readonly Pick<Mutant, 'name' | 'rules'>[];
  readonly excuses: readonly Excuse[];
}

const MADE_OF = 'by npm run generate. -->';

const HEAD = `<!-- Made of spec/rules, cases/ and mutants/ ${MADE_OF}
# The rules

What a coordinator of classic groups must do, rule by rule, each with the cases that show it and the
mutants that break it. \`groupspec explain SYNC-04\` prints one of them. \`spec/rules/\` has them as data.

A rule is a MUST, a SHOULD or a MAY (RFC 2119). *Tolerated* is what it leaves to the implementation:
all of that passes, unless Kafka's own is demanded (\`--exact\`). A mutant is the reference with one
mistake in it, which the cases have to find.
`;

/** The rules for people: a page for each family and an index, by their paths below the package. */
export function rulesPages(input: RulesPagesInput): ReadonlyMap<string, string> {
  const { families } = input.rules;
  return new Map([
    [`${RULES_DIRECTORY}/README.md`, indexPage(input)],
    ...families.map((family): [string, string] => [
      `${RULES_DIRECTORY}/${pageOf(family.family)}`,
      familyPage(family, input),
    ]),
  ]);
}

function indexPage({ rules, cases, mutants }: RulesPagesInput): string {
  const row = ({ family, title, rules: own }: RuleFamily) => {
    const ids = new Set(own.map(({ id }) => id));
    const citing = (items: readonly { readonly rules: readonly string[] }[]) =>
      items.filter((item) => item.rules.some((id) => ids.has(id))).length;
    const counts = [own.length, citing(cases.map(({ data }) => data)), citing(mutants)];
    return tableRow([`[${family}](${pageOf(family)})`, title, ...counts]);
  };
  return [
    HEAD,
    tableRow(['family', 'about', 'rules', 'cases', 'mutants']),
    tableRow(['---', '---', '---:', '---:', '---:']),
    ...rules.families.map(row),
    '',
    '## Words',
    '',
    ...rules.terms.map(({ term, meaning }) => `- **${term}**: ${prose(meaning, rules, null)}`),
    '',
  ].join('\n');
}

function familyPage({ family, title, rules: own }: RuleFamily, input: RulesPagesInput): string {
  return [
    `<!-- Made of spec/rules/${family.toLowerCase()}.yaml, cases/ and mutants/ ${MADE_OF}`,
    `# ${family}: ${title}`,
    '',
    `[All rules](README.md)`,
    '',
    ...own.map((rule) => `- [${rule.id}](#${rule.id.toLowerCase()}) ${rule.title}`),
    '',
    ...own.flatMap((rule) => ruleSection(rule, input)),
  ].join('\n');
}

function ruleSection(rule: Rule, input: RulesPagesInput): string[] {
  const said = (text: string) => prose(text, input.rules, rule);
  return [
    `## ${rule.id}`,
    '',
    `**${rule.title}.** ${traits(rule)}.`,
    '',
    said(rule.statement),
    '',
    ...rule.order.map(({ when, then, rules }, index) => {
      const cited = rules.length === 0 ? '' : ` (${said(rules.join(', '))})`;
      return `${index + 1}. ${said(when)}: ${said(then)}${cited}`;
    }),
    ...(rule.order.length === 0 ? [] : ['']),
    ...tableOf(rule, said),
    ...(rule.freedom === null ? [] : [`*Tolerated:* ${said(rule.freedom)}`, '']),
    ...rule.differs.flatMap(({ profile, since, statement }) => [
      `*In ${profile}${since === null ? '' : `, since ${since}`}:* ${said(statement)}`,
      '',
    ]),
    ...rule.kafkaFaults.flatMap(({ id, situation, behaviour, sane }) => [
      `*A fault of Apache Kafka ([${id}](../apache-kafka.md#${id})):* ${said(situation)} ${said(behaviour)} ${said(sane)}`,
      '',
    ]),
    `Sources: ${rule.sources.map((source) => plainInHtml(source)).join('; ')}.`,
    '',
    ...proofs(rule, input),
  ];
}

function traits({ level, quirk, observability, needs, apis }: Rule): string {
  return [
    `${level}${quirk ? ', implementation-defined' : ''}`,
    `shows ${observability.map((where) => SHOWS[where]).join(' and ')}`,
    ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
    ...(apis.length === 0 ? [] : [`is about ${apis.map(({ api }) => api).join(', ')}`]),
  ].join('; ');
}

const SHOWS: Readonly<Record<Rule['observability'][number], string>> = {
  wire: 'on the wire',
  records: 'in records',
  'in-process': 'in process only',
};

function tableOf({ table }: Rule, said: (text: string) => string): string[] {
  if (table === null) return [];
  return [
    tableRow(table.columns),
    tableRow(table.columns.map(() => '---')),
    ...table.rows.map((row) => tableRow(row.map(said))),
    '',
  ];
}

/** Cases that are made of tables are many and alike: only how many there are is told. */
function proofs(rule: Rule, { cases, mutants, excuses }: RulesPagesInput): string[] {
  const shown = cases.filter(({ data }) => data.rules.includes(rule.id));
  const generated = shown.filter(({ file }) => file.startsWith(`${GENERATED_CASES_DIRECTORY}/`));
  const written = shown.filter((one) => !generated.includes(one));
  const checks = VERSION_CHECKS.filter(({ rules }) => rules.includes(rule.id));
  const names = mutants.filter(({ rules }) => rules.includes(rule.id)).map(({ name }) => name);
  const missing = excuses.filter((excuse) => excuse.rule === rule.id);
  const owesNothing = whyItOwesNothing(rule);
  const lists = [
    ...written.map(({ id, file, data }) => `- [${id}](../../${file}): ${plainInHtml(data.title)}`),
    ...checks.map(({ id, title }) => `- ${id}: ${title}`),
    ...(generated.length === 0 ? [] : [`- and ${counted(generated.length, 'generated case')}`]),
  ];
  return [
    ...(lists.length === 0 ? [] : ['Shown by', '', ...lists, '']),
    ...(names.length === 0 ? [] : ['Broken by', '', ...names.map((name) => `- \`${name}\``), '']),
    ...missing.flatMap(({ from, reason }) => [`No ${from.join(', no ')}: ${reason}`, '']),
    ...(owesNothing === null ? [] : [`No case, no mutant: ${owesNothing}`, '']),
  ];
}

/** Ids of other rules become links. */
function prose(text: string, { byId }: RuleSet, own: Rule | null): string {
  return plainInHtml(text.trim().replaceAll(/\s+/g, ' ')).replaceAll(/\b[A-Z]+-\d+\b/g, (id) => {
    const rule = byId.get(id);
    if (rule === undefined || id === own?.id) return id;
    const page = rule.family === own?.family ? '' : pageOf(rule.family);
    return `[${id}](${page}#${id.toLowerCase()})`;
  });
}

function pageOf(family: string): string {
  return `${family.toLowerCase()}.md`;
}
