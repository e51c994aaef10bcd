/**
 * Joins one kafkajs consumer to a fresh group and disconnects. Resolves with the number of members
 * that the consumer, as leader, was told of; rejects after 30 s without a group.
 */
export function kafkajsJoins(bootstrap: string): Promise<number>;
