import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../scripts/subjects/waiting.js';
import { decodeResponseFrame, encodeRequestFrame, FrameReader } from '../../src/protocol/frames.js';
import { resultsWith, runCases } from './certify.js';
import { type KafkaBroker, kafkaIsInstalled, startKafkaBroker } from './kafka-brokers.js';

const BROKERS = [1, 2, 3];
const HOST = '127.0.0.1';

describe.runIf(await kafkaIsInstalled())('A cluster of three brokers of Apache Kafka', () => {
  const started: KafkaBroker[] = [];
  let ports: readonly number[] = [];

  beforeAll(async () => {
    const [controllerPort, ...brokerPorts] = await freePorts(BROKERS.length + 1);
    ports = brokerPorts;
    // All at once: the first one waits for nobody, since it is the only controller.
    const starting = BROKERS.map((nodeId, index) => {
      const port = ports[index] ?? 0;
      const controls = index === 0;
      const listener = `PLAINTEXT://${HOST}:${port}`;
      const controller = `CONTROLLER://${HOST}:${controllerPort}`;
      return startKafkaBroker(
        {
          'process.roles': controls ? 'broker,controller' : 'broker',
          'node.id': nodeId,
          'controller.quorum.voters': `1@${HOST}:${controllerPort}`,
          listeners: controls ? `${listener},${controller}` : listener,
          'advertised.listeners': listener,
          'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
          'offsets.topic.num.partitions': 12,
        },
        port,
      );
    });
    for (const outcome of await Promise.allSettled(starting)) {
      if (outcome.status === 'fulfilled') started.push(outcome.value);
      else throw outcome.reason;
    }
  });
  afterAll(() => Promise.all(started.map((broker) => broker.stop())));

  test('conforms where groups are joined, kept, described, listed, left and deleted', async () => {
    const { report, exitStatus, stderr } = await runCases(
      `tcp:${HOST}:${ports[1]}`,
      ...['heartbeat', 'join', 'list', 'describe', 'delete', 'versions'],
    );
    expect(resultsWith(report, 'fail', 'error', 'inconclusive')).toEqual([]);
    expect(exitStatus, stderr).toBe(0);
    expect(report.summary.pass).toBeGreaterThan(100);
  });

  test('had groups of the run on every broker', async () => {
    for (const port of ports) {
      expect(await groupsOn(port), `on the broker at ${port}`).not.toEqual([]);
    }
  });
});

/** The groups that one broker lists, asked by itself. */
function groupsOn(port: number): Promise<readonly unknown[]> {
  const request = { api: 'ListGroups', version: 4, correlationId: 1, clientId: null } as const;
  return new Promise((resolve, reject) => {
    const reader = new FrameReader();
    const socket = connect({ host: HOST, port });
    socket.once('error', reject);
    socket.once('connect', () =>
      socket.write(encodeRequestFrame({ ...request, body: { statesFilter: [] } })),
    );
    socket.on('data', (chunk) => {
      const [frame] = reader.push(chunk);
      if (frame === undefined) return;
      socket.destroy();
      const { groups } = decodeResponseFrame(request.api, request.version, frame).body;
      resolve(groups as readonly unknown[]);
    });
  });
}
