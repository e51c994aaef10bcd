import { closest } from 'fastest-levenshtein';
import type { FieldSchema, MessageCatalog } from './message-schema.js';
import { specPath } from './package-root.js';
import { InvalidDataError, type Problem } from './problem.js';
import { checkAgainstSchema } from './schema-check.js';
import { readYamlSource, type YamlSource } from './yaml-source.js';

interface ComparisonFile {
  readonly free: readonly string[];
  readonly unordered: readonly string[];
  readonly ordered: readonly string[];
  readonly groupIds: readonly string[];
  readonly subscriptions: readonly string[];
  readonly durations: readonly string[];
}

/** How a field is read and compared; `message` is e.g. `JoinGroupResponse`. */
export interface Comparison {
  isFree(message: string, field: string): boolean;
  isUnordered(message: string, field: string): boolean;
  isGroupId(message: string, field: string): boolean;
  isSubscription(message: string, field: string): boolean;
  isDuration(message: string, field: string): boolean;
}

/** Reads spec/comparison.yaml; throws InvalidDataError, also for a field that no message has. */
export function loadComparison(
  catalog: MessageCatalog,
  path = specPath('comparison.yaml'),
): Comparison {
  const source = readYamlSource(path);
  const problems = checkAgainstSchema(source, 'comparison');
  if (problems.length === 0) problems.push(...unknownFields(source, catalog));
  if (problems.length > 0) throw new InvalidDataError(problems);
  const data = source.data as ComparisonFile;
  const lookup = (names: readonly string[]) => {
    const set = new Set(names);
    return (message: string, field: string) => set.has(field) || set.has(`${message}.${field}`);
  };
  const listedUnordered = lookup(data.unordered);
  const listedOrdered = lookup(data.ordered);
  return {
    isFree: lookup(data.free),
    isUnordered: (message, field) =>
      listedUnordered(message, field) && !listedOrdered(message, field),
    isGroupId: lookup(data.groupIds),
    isSubscription: lookup(data.subscriptions),
    isDuration: lookup(data.durations),
  };
}

function unknownFields(source: YamlSource, catalog: MessageCatalog): Problem[] {
  const known = new Set<string>();
  const messages = [
    ...[...catalog.apis.values()].flatMap(({ request, response }) => [request, response]),
    ...catalog.data.values(),
  ];
  for (const { name, fields } of messages) addFieldNames(known, name, fields);
  const problems: Problem[] = [];
  for (const [list, names] of Object.entries(source.data as ComparisonFile)) {
    for (const [index, name] of (names as readonly string[]).entries()) {
      if (known.has(name)) continue;
      const message = `no message has a field '${name}'; did you mean '${closest(name, [...known])}'?`;
      problems.push(source.problemAt([list, index], message));
    }
  }
  return problems;
}

function addFieldNames(known: Set<string>, message: string, fields: readonly FieldSchema[]): void {
  for (const { name, type } of fields) {
    known.add(name).add(`${message}.${name}`);
    const element = type.kind === 'array' ? type.element : type;
    if (element.kind === 'struct') addFieldNames(known, message, element.fields);
  }
}
