/** Broker configuration by Kafka's own names; durations in ms. */
export type ConfigurationValues = Readonly<Record<string, number>>;

export interface CoordinatorConfiguration {
  readonly minSessionTimeoutMs: number;
  readonly maxSessionTimeoutMs: number;
  readonly initialRebalanceDelayMs: number;
  readonly maxSize: number;
  /** RT-03. */
  readonly writeTimeoutMs: number;
  /** RT-05. */
  readonly maxMessageBytes: number;
  /** CLEAN-01. */
  readonly cleanupIntervalMs: number;
}

/** @throws Error naming the first value that is missing */
export function readConfiguration(values: ConfigurationValues): CoordinatorConfiguration {
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
    writeTimeoutMs: read('offsets.commit.timeout.ms'),
    maxMessageBytes: read('max.message.bytes'),
    cleanupIntervalMs: read('offsets.retention.check.interval.ms'),
  };
}
