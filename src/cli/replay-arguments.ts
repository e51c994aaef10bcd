import type { Command } from 'commander';

/** What shapes the printing or the pace of a run, but none of its verdicts; and what picks cases. */
const NOT_TOLD: ReadonlySet<string> = new Set(['reporter', 'color', 'jobs', 'shard']);

/**
 * The options of a run as they have to be said once more for a case to run as it did: those that the
 * command line has named, in the order of the help, and how the implementation is reached.
 */
export function replayArguments(command: Command): string[] {
  const named = (name: string) => command.getOptionValueSource(name) === 'cli';
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const isWay = name === 'adapter' && !named('implementation');
    if (NOT_TOLD.has(name) || option.long == null || !(named(name) || isWay)) return [];
    const value: unknown = command.getOptionValue(name);
    if (typeof value === 'boolean') return [option.long];
    const { long } = option;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => [long, String(one)]);
  });
}
