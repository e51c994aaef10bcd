export interface CoordinatorConfiguration {
  readonly minSessionTimeoutMs: number;
  readonly maxSessionTimeoutMs: number;
  readonly initialRebalanceDelayMs: number;
  readonly maxSize: number;
}

/**
 * @param values broker configuration by Kafka's own names, durations in ms
 * @throws Error naming the first value that is missing
 */
export function readConfiguration(
  values: Readonly<Record<string, number>>,
): CoordinatorConfiguration {
  const read = (name: string): number => {
    const value = values[name];
    if (value === undefined) throw new Error(`the coordinator needs a value for ${name}`);
    return value;
  };
  return {
    minSessionTimeoutMs: read('group.min.session.timeout.ms'),
    maxSessionTimeoutMs: read('group.max.session.timeout.ms'),
    initialRebalanceDelayMs: read('group.initial.rebalance.delay.ms'),
    maxSize: read('group.max.size'),
  };
}
