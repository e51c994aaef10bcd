// @ts-check

/** The releases of Apache Kafka that the adapter is built for, and what each is held against. */
export const RELEASES = /** @type {const} */ ([
  { version: '4.4.0', profile: 'kafka-latest' },
  { version: '4.0.2', profile: 'kafka-4.0' },
]);
