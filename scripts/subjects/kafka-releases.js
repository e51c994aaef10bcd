// @ts-check
import { kafkaSubject } from './kafka.js';

const NEW_COORDINATOR = 'new coordinator';

/** By subject: one release for each profile of spec/profiles that is about a release. */
export const KAFKA_SUBJECTS = /** @type {const} */ ([
  [
    'kafka',
    kafkaSubject({
      version: '4.4.0',
      profile: 'kafka-latest',
      coordinator: NEW_COORDINATOR,
      oldestJava: 17, // For brokers since Apache Kafka 4.0 (KIP-1013).
      properties: {},
    }),
  ],
  [
    'kafka-4.0',
    kafkaSubject({
      version: '4.0.2',
      profile: 'kafka-4.0',
      coordinator: NEW_COORDINATOR,
      oldestJava: 17,
      properties: {},
    }),
  ],
  [
    'kafka-3.9',
    kafkaSubject({
      version: '3.9.2',
      profile: 'kafka-3.9',
      coordinator: 'old coordinator, in Scala',
      oldestJava: 11,
      // The default of 3.9. With `consumer` in the list it would be the new coordinator's first form.
      properties: { 'group.coordinator.rebalance.protocols': 'classic' },
    }),
  ],
]);
