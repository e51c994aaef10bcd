import { join } from 'node:path';
import { dataFiles, readChecked } from './data-files.js';
import { specPath } from './package-root.js';
import { InvalidDataError, type Problem } from './problem.js';
import type { Loaded, Reference } from './reference.js';
import type { Rule, RuleFamily, RuleSet, Term } from './rule.js';
import { familyOf, misfits, type RulesFile, referencesOf } from './rules-file.js';
import type { YamlSource } from './yaml-source.js';

/**
 * Reads `rules/*.yaml` of a spec directory. Throws InvalidDataError. Whether the rules, errors and
 * profiles that they name exist is for `loadSpec` to say.
 */
export function loadRules(directory: string = specPath()): RuleSet {
  const { data, problems } = readRules(directory);
  if (problems.length > 0) throw new InvalidDataError(problems);
  return data;
}

export function readRules(directory: string): Loaded<RuleSet> {
  const listing = dataFiles(join(directory, 'rules'));
  const problems: Problem[] = [...listing.problems];
  const references: Reference[] = [];
  const families: RuleFamily[] = [];
  const terms: Term[] = [];
  const byId = new Map<string, Rule>();
  for (const path of listing.paths) {
    const { source, data, problems: faults } = readChecked<RulesFile>(path, 'rules');
    problems.push(...faults);
    if (data === undefined) continue;
    const family = familyOf(source, data);
    problems.push(
      ...misfits(source, data, path),
      ...addRules(source, family, byId),
      ...addTerms(source, data.terms ?? [], terms),
    );
    references.push(...referencesOf(source, data));
    families.push(family);
  }
  const rules = families.flatMap((family) => family.rules);
  return { data: { families, rules, byId, terms }, problems, references };
}

function addRules(source: YamlSource, family: RuleFamily, byId: Map<string, Rule>): Problem[] {
  const problems: Problem[] = [];
  for (const [index, rule] of family.rules.entries()) {
    const first = byId.get(rule.id);
    if (first === undefined) {
      byId.set(rule.id, rule);
    } else {
      const message = `rule id '${rule.id}' is already used at ${first.file}:${first.line}`;
      problems.push(source.problemAt(['rules', index, 'id'], message));
    }
  }
  return problems;
}

function addTerms(source: YamlSource, added: readonly Term[], terms: Term[]): Problem[] {
  const problems: Problem[] = [];
  for (const [index, term] of added.entries()) {
    if (terms.some((other) => other.term === term.term)) {
      const message = `term '${term.term}' is already defined`;
      problems.push(source.problemAt(['terms', index, 'term'], message));
    } else {
      terms.push(term);
    }
  }
  return problems;
}
