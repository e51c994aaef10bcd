import { specPath } from './package-root.js';
import { InvalidDataError } from './problem.js';
import { checkAgainstSchema } from './schema-check.js';
import { readYamlSource } from './yaml-source.js';

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

export function loadComparison(path = specPath('comparison.yaml')): Comparison {
  const source = readYamlSource(path);
  const problems = checkAgainstSchema(source, 'comparison');
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
