// @ts-check
import { kafkaSubject } from './kafka.js';

/** Brokers of one release for each profile of spec/profiles that is about releases, by subject. */
export const KAFKA_SUBJECTS = /** @type {const} */ ([
  ['kafka', kafkaSubject({ version: '4.4.0', oldestJava: 17, properties: {} })],
  ['kafka-4.0', kafkaSubject({ version: '4.0.2', oldestJava: 17, properties: {} })],
  [
    'kafka-3.9',
    kafkaSubject({
      version: '3.9.2',
      oldestJava: 11,
      // The default. With `consumer` in the list it would be an early form of the new coordinator.
      properties: { 'group.coordinator.rebalance.protocols': 'classic' },
    }),
  ],
]);
