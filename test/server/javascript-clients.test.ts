import { Consumer, stringDeserializers } from '@platformatic/kafka';
import { Kafka, logLevel } from 'kafkajs';
import { describe, it } from 'vitest';
import { formAGroupOfThree, type StartConsumer } from '../fakes/group-of-three.js';

/** Heartbeats are how a member hears of a rebalance. */
const TIMES = { heartbeatInterval: 50, sessionTimeout: 30_000, rebalanceTimeout: 60_000 };
/** Stopping waits for the fetch that is under way, in ms. */
const FETCH_WAITS = 50;

const startKafkajs: StartConsumer = async ({ bootstrap, clientId, groupId, topic, onRecord }) => {
  const kafka = new Kafka({
    brokers: [bootstrap],
    clientId,
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 20 },
  });
  const consumer = kafka.consumer({ groupId, ...TIMES, maxWaitTimeInMs: FETCH_WAITS });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => onRecord(String(message.value)),
  });
  return { stop: () => consumer.disconnect() };
};

const startPlatformatic: StartConsumer = async ({
  bootstrap,
  clientId,
  groupId,
  topic,
  onRecord,
}) => {
  const consumer = new Consumer({
    bootstrapBrokers: [bootstrap],
    clientId,
    groupId,
    deserializers: stringDeserializers,
    ...TIMES,
    maxWaitTime: FETCH_WAITS,
  });
  const stream = await consumer.consume({
    topics: [topic],
    mode: 'committed',
    fallbackMode: 'earliest',
    autocommit: true,
  });
  stream.on('data', ({ value }) => onRecord(value));
  return {
    async stop() {
      await stream.close();
      await consumer.close(true);
    },
  };
};

describe('Three consumers share a topic, and go on when one leaves', () => {
  it('of kafkajs', () => formAGroupOfThree(startKafkajs));

  // Told NOT_COORDINATOR, version 1.35.0 goes on asking the one that it knows.
  it('of @platformatic/kafka', () => formAGroupOfThree(startPlatformatic, false));
});
