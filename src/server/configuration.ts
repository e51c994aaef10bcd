/** Broker settings by Kafka's own names; durations in ms. */
export type Configuration = Readonly<Record<string, number>>;
