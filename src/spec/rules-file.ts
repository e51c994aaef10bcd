import { basename } from 'node:path';
import type { Problem } from './problem.js';
import { type Reference, referenceAt, referencesInValue } from './reference.js';
import type { ProtocolArea, Rule, RuleDifference, RuleFamily, RuleStep, Term } from './rule.js';
import { parseVersionRange, type VersionRange } from './version-range.js';
import type { DataPath, YamlSource } from './yaml-source.js';

/** A file of spec/rules as its schema vouches for it. */
export interface RulesFile {
  readonly family: string;
  readonly title: string;
  readonly area: ProtocolArea;
  readonly terms?: readonly Term[];
  readonly rules: readonly WrittenRule[];
}

/** What may be left out in the file, and differs from Rule. */
type WrittenDifferently =
  | 'family'
  | 'area'
  | 'quirk'
  | 'freedom'
  | 'order'
  | 'table'
  | 'needs'
  | 'apis'
  | 'differs'
  | 'kafkaFaults'
  | 'file'
  | 'line';

type WrittenStep = Omit<RuleStep, 'rules'> & Partial<Pick<RuleStep, 'rules'>>;
type WrittenDifference = Pick<RuleDifference, 'profile' | 'statement'> & {
  readonly since?: string;
  readonly cases?: readonly string[];
};

interface WrittenRule extends Omit<Rule, WrittenDifferently> {
  readonly quirk?: boolean;
  readonly freedom?: string;
  readonly order?: readonly WrittenStep[];
  readonly table?: NonNullable<Rule['table']>;
  readonly needs?: Rule['needs'];
  readonly apis?: Readonly<Record<string, string>>;
  readonly differs?: readonly WrittenDifference[];
  readonly kafkaFaults?: Rule['kafkaFaults'];
}

/** Versions travel as int16. */
const ALL_VERSIONS: VersionRange = { min: 0, max: 32767 };

export function familyOf(source: YamlSource, file: RulesFile): RuleFamily {
  const rules = file.rules.map((written, index): Rule => {
    const place = source.problemAt(['rules', index, 'id'], '');
    return {
      id: written.id,
      family: file.family,
      area: file.area,
      title: written.title,
      level: written.level,
      quirk: written.quirk ?? false,
      freedom: written.freedom ?? null,
      statement: written.statement,
      order: (written.order ?? []).map((step) => ({ ...step, rules: step.rules ?? [] })),
      table: written.table ?? null,
      observability: written.observability,
      needs: written.needs ?? [],
      apis: Object.entries(written.apis ?? {}).flatMap(([api, text]) => {
        const versions = parseVersionRange(text, ALL_VERSIONS);
        return versions === undefined ? [] : [{ api, versions }];
      }),
      sources: written.sources,
      differs: (written.differs ?? []).map((each) => ({
        ...each,
        since: each.since ?? null,
        cases: each.cases ?? null,
      })),
      kafkaFaults: written.kafkaFaults ?? [],
      file: place.file,
      line: place.line,
    };
  });
  return { family: file.family, title: file.title, area: file.area, rules };
}

/** What the schema cannot say: names that must agree, version ranges, tables with even rows. */
export function misfits(source: YamlSource, file: RulesFile, path: string): Problem[] {
  const problems: Problem[] = [];
  const expected = `${file.family.toLowerCase()}.yaml`;
  if (basename(path) !== expected) {
    const message = `family '${file.family}' belongs in a file '${expected}'`;
    problems.push(source.problemAt(['family'], message));
  }
  for (const [index, rule] of file.rules.entries()) {
    const at: DataPath = ['rules', index];
    if (!rule.id.startsWith(`${file.family}-`)) {
      const message = `'${rule.id}' is not of family '${file.family}'`;
      problems.push(source.problemAt([...at, 'id'], message));
    }
    for (const [api, text] of Object.entries(rule.apis ?? {})) {
      if (parseVersionRange(text, ALL_VERSIONS) === undefined) {
        const message = `'${text}' is no version range; write 4, 0-3 or 4+`;
        problems.push(source.problemAt([...at, 'apis', api], message));
      }
    }
    for (const [row, cells] of (rule.table?.rows ?? []).entries()) {
      const width = rule.table?.columns.length;
      if (cells.length !== width) {
        const message = `the row has ${cells.length} cells, the table ${width} columns`;
        problems.push(source.problemAt([...at, 'table', 'rows', row], message));
      }
    }
  }
  return problems;
}

/** Everything in the file that names a rule, an error, an API or a profile. */
export function referencesOf(source: YamlSource, file: RulesFile): Reference[] {
  const inRules = file.rules.flatMap((written, index) => {
    const at: DataPath = ['rules', index];
    // Sources name KIPs, tickets and tests only.
    const { id: _id, sources: _sources, ...prose } = written;
    return [
      ...Object.keys(written.apis ?? {}).map((api) =>
        referenceAt(source, [...at, 'apis', api], 'api', api),
      ),
      ...(written.differs ?? []).map((difference, each) =>
        referenceAt(source, [...at, 'differs', each, 'profile'], 'profile', difference.profile),
      ),
      ...(written.order ?? []).flatMap((step, each) =>
        (step.rules ?? []).map((id, which) =>
          referenceAt(source, [...at, 'order', each, 'rules', which], 'rule', id),
        ),
      ),
      ...referencesInValue(source, at, prose, ['rules']),
    ];
  });
  return [...inRules, ...referencesInValue(source, ['terms'], file.terms ?? [], [])];
}
