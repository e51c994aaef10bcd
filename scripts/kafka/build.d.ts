/** What has to be installed before the adapter can be built, one sentence each. */
export function missingTools(): Promise<string[]>;

/**
 * Builds the adapter for a release of Apache Kafka unless that has been done since its sources
 * last changed. Resolves with the command line that starts it, for `--adapter 'jsonrpc:...'`.
 */
export function buildKafkaAdapter(version: string): Promise<string>;
