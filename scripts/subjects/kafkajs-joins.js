// @ts-check
import kafkajs from 'kafkajs';
import { within } from './waiting.js';

const { Kafka, PartitionAssigners, logLevel } = kafkajs;

const JOINED_WITHIN_MS = 30_000;
const DISCONNECTED_WITHIN_MS = 15_000;

/**
 * Joins one kafkajs consumer to a fresh group, as a sign that the subject serves a real client.
 * @param {string} bootstrap `host:port`
 * @returns {Promise<number>} the members of the group, as the consumer was told when it led it
 */
export async function kafkajsJoins(bootstrap) {
  const unique = `kafkajs-${process.pid}-${Date.now()}`;
  const kafka = new Kafka({
    brokers: [bootstrap],
    clientId: 'groupspec-kafkajs',
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 100, retries: 10 },
  });
  const producer = kafka.producer();

  let members = 0;
  /** @type {import('kafkajs').PartitionAssigner} */
  const countingAssigner = (config) => {
    const assigner = PartitionAssigners.roundRobin(config);
    return {
      ...assigner,
      assign: (group) => {
        members = group.members.length;
        return assigner.assign(group);
      },
    };
  };
  const consumer = kafka.consumer({
    groupId: unique,
    sessionTimeout: 6_000,
    maxWaitTimeInMs: 200, // Disconnecting waits for the fetch that is under way.
    partitionAssigners: [countingAssigner],
  });

  /** @type {Promise<number>} */
  const joined = new Promise((resolve, reject) => {
    consumer.on(consumer.events.GROUP_JOIN, () => resolve(members));
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  });

  const join = async () => {
    // The librdkafka mock makes a topic when it is produced to, not when a consumer asks for it.
    await producer.connect();
    await producer.send({ topic: unique, messages: [{ value: 'a record' }] });
    await consumer.connect();
    await consumer.subscribe({ topic: unique });
    await consumer.run({ eachMessage: async () => {} });
    return joined;
  };
  try {
    return await within(join(), { what: 'a kafkajs consumer joins', withinMs: JOINED_WITHIN_MS });
  } finally {
    await within(Promise.all([consumer.disconnect(), producer.disconnect()]), {
      what: 'kafkajs disconnects',
      withinMs: DISCONNECTED_WITHIN_MS,
    });
  }
}
