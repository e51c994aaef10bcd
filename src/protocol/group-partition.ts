/**
 * Partition of `__consumer_offsets` that has a group's records (SVC-11): the absolute value of the
 * hash that Java has of the group's id, modulo the number of partitions.
 */
export function partitionOfGroup(groupId: string, partitions: number): number {
  let hash = 0;
  for (let index = 0; index < groupId.length; index++) {
    hash = (Math.imul(hash, 31) + groupId.charCodeAt(index)) | 0;
  }
  // The least integer has no absolute value of its own in 32 bits; Kafka makes it 0.
  return (hash === -(2 ** 31) ? 0 : Math.abs(hash)) % partitions;
}
