import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { type Adapter, AdapterError } from '../../src/adapter/adapter.js';
import { createWireAdapter } from '../../src/adapter/wire/index.js';
import { encodeResponseFrame } from '../../src/protocol/frames.js';
import { type ByteServer, startByteServer, watch } from '../fakes/byte-server.js';
import { apiVersionsAnswer, listen, startScriptedBroker } from '../fakes/scripted-broker.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function adapterAt(port: number, host = '127.0.0.1'): Adapter {
  const adapter = createWireAdapter({ host, port, requestTimeoutMs: 200, connectTimeoutMs: 4_000 });
  closers.push(() => adapter.close());
  return adapter;
}

/** The message of the fault; the adapter has closed every socket by then. */
async function faultAt(server: ByteServer): Promise<string> {
  closers.push(server.close);
  const adapter = adapterAt(server.port);
  const message = await faultOf(adapter);
  await adapter.close();
  await server.idle();
  return message.replaceAll(String(server.port), 'PORT');
}

async function faultOf(adapter: Adapter): Promise<string> {
  const error: unknown = await adapter.describe().then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(AdapterError);
  return (error as AdapterError).message;
}

describe('a port that cannot be tested ends in one sentence', () => {
  it('when nothing listens', async () => {
    const placeholder = createServer();
    const port = await listen(placeholder);
    await new Promise((resolve) => placeholder.close(resolve));
    expect(await faultOf(adapterAt(port))).toBe(
      `nothing listens on 127.0.0.1:${port}; is the broker running?`,
    );
  });

  it('when the host is unknown', async () => {
    expect(await faultOf(adapterAt(9092, 'no-such-host.invalid'))).toBe(
      "the host of no-such-host.invalid:9092 is unknown; is 'no-such-host.invalid' spelt right?",
    );
  });

  it('when it speaks HTTP', async () => {
    const server = await watch(createHttpServer());
    expect(await faultAt(server)).toBe(
      "127.0.0.1:PORT is not the listener of a Kafka broker: the port speaks HTTP (it answered 'HTTP/1.1 400 Bad Request'), not the Kafka protocol",
    );
    expect(server.connectionsSeen()).toBe(1);
  });

  it('when it speaks TLS', async () => {
    expect(await faultAt(await watch(createTlsServer()))).toMatch(
      /^127\.0\.0\.1:PORT (is not the listener of a Kafka broker: the port speaks TLS|did not answer ApiVersions: .*; is it the listener of a Kafka broker)/,
    );
    const alert = await startByteServer((socket) =>
      socket.end(Buffer.from('15030100020246', 'hex')),
    );
    expect(await faultAt(alert)).toBe(
      '127.0.0.1:PORT is not the listener of a Kafka broker: the port speaks TLS; say --tls, or give the port of a plaintext listener',
    );
  });

  it('when it speaks SSH or something else in plain text', async () => {
    const ssh = await startByteServer((socket) => socket.write('SSH-2.0-OpenSSH_9.2p1\r\n'));
    expect(await faultAt(ssh)).toContain(
      "the port speaks SSH (it answered 'SSH-2.0-OpenSSH_9.2p1')",
    );
    const redis = await startByteServer((socket) =>
      socket.write("-ERR unknown command '\x00'\r\n"),
    );
    expect(await faultAt(redis)).toContain("(it answered '-ERR unknown command '.'')");
  });

  it('when it accepts the connection and says nothing', async () => {
    expect(await faultAt(await startByteServer(() => {}))).toBe(
      '127.0.0.1:PORT accepts connections but did not answer ApiVersions within 200 ms; is it the listener of a Kafka broker?',
    );
  });

  it('when it closes every connection', async () => {
    expect(await faultAt(await startByteServer((socket) => socket.end()))).toBe(
      '127.0.0.1:PORT did not answer ApiVersions: the other side closed the connection; is it the listener of a Kafka broker? Does it speak TLS (--tls)?',
    );
  });

  it('when it resets every connection', async () => {
    expect(await faultAt(await startByteServer((socket) => socket.resetAndDestroy()))).toBe(
      '127.0.0.1:PORT did not answer ApiVersions: the other side reset the connection; is it the listener of a Kafka broker? Does it speak TLS (--tls)?',
    );
  });

  it('when it cuts the connection in the middle of a frame', async () => {
    const half = Buffer.from([0, 0, 0, 100, 0, 0, 0, 1, 0, 0]);
    expect(await faultAt(await startByteServer((socket) => socket.end(half)))).toBe(
      '127.0.0.1:PORT did not answer ApiVersions: the other side closed the connection in the middle of a frame, after 10 bytes of it; is it the listener of a Kafka broker? Does it speak TLS (--tls)?',
    );
  });

  it('when it announces a frame of 2 GiB', async () => {
    const size = Buffer.from([0x7f, 0xff, 0xff, 0xff]);
    expect(await faultAt(await startByteServer((socket) => socket.write(size)))).toContain(
      'a frame of 2147483647 bytes; the limit is 16777216',
    );
  });

  it('when it answers a correlation id that was never asked', async () => {
    const frame = encodeResponseFrame({
      api: 'ApiVersions',
      version: 4,
      correlationId: 4711,
      body: apiVersionsAnswer({}),
    });
    expect(await faultAt(await startByteServer((socket) => socket.write(frame)))).toBe(
      '127.0.0.1:PORT is not the listener of a Kafka broker: correlation id 4711 was answered, which no request had',
    );
  });

  it('when a frame is too short for a correlation id', async () => {
    const frame = Buffer.from([0, 0, 0, 2, 0, 0]);
    expect(await faultAt(await startByteServer((socket) => socket.write(frame)))).toContain(
      'a frame of 2 bytes has no room for a correlation id',
    );
  });

  it('when its answer to ApiVersions cannot be decoded in any version', async () => {
    const server = await startByteServer((socket, request) => {
      const correlationId = request.subarray(8, 12);
      socket.write(
        Buffer.concat([Buffer.from([0, 0, 0, 7]), correlationId, Buffer.from([0, 0, 9])]),
      );
    });
    expect(await faultAt(server)).toMatch(
      /^127\.0\.0\.1:PORT did not answer ApiVersions version 4 as Kafka does: ApiVersionsResponse v4: /,
    );
  });
});

describe('a broker that cannot be tested ends in one sentence', () => {
  async function faultOfBroker(script: Parameters<typeof startScriptedBroker>[0]): Promise<string> {
    const broker = await startScriptedBroker(script);
    closers.push(broker.close);
    const adapter = createWireAdapter({
      host: '127.0.0.1',
      port: broker.port,
      requestTimeoutMs: 200,
      coordinatorTimeoutMs: 200,
    });
    closers.push(() => adapter.close());
    const message = await faultOf(adapter);
    await adapter.close();
    await broker.idle();
    return message.replaceAll(String(broker.port), 'PORT');
  }

  it('when ApiVersions is refused', async () => {
    const refused = await faultOfBroker({
      handlers: { ApiVersions: () => apiVersionsAnswer({}, 58) },
    });
    expect(refused).toBe(
      '127.0.0.1:PORT answers ApiVersions version 4 with SASL_AUTHENTICATION_FAILED',
    );
  });

  it('when it refuses every version of ApiVersions', async () => {
    const refused = await faultOfBroker({
      handlers: { ApiVersions: () => apiVersionsAnswer({}, 35) },
    });
    expect(refused).toBe('127.0.0.1:PORT answers ApiVersions version 0 with UNSUPPORTED_VERSION');
  });

  it('when it advertises nothing that the kit speaks', async () => {
    expect(await faultOfBroker({ apis: {} })).toBe(
      '127.0.0.1:PORT advertises no version of any API that groupspec speaks, so nothing can be tested',
    );
  });

  it.each(['Metadata', 'FindCoordinator'] as const)('when it never answers %s', async (api) => {
    expect(await faultOfBroker({ handlers: { [api]: () => undefined } })).toBe(
      `127.0.0.1:PORT accepts connections but did not answer ${api} within 200 ms; is it the listener of a Kafka broker?`,
    );
  });

  it('when it never gets a coordinator', async () => {
    const message = await faultOfBroker({
      handlers: { FindCoordinator: () => ({ coordinators: [{ key: 'g', errorCode: 15 }] }) },
    });
    expect(message).toBe(
      '127.0.0.1:PORT has had no group coordinator for 200 ms (COORDINATOR_NOT_AVAILABLE); can it create its offsets topic? A single broker needs offsets.topic.replication.factor=1',
    );
  });

  it('when it does not let this client use groups', async () => {
    const message = await faultOfBroker({
      handlers: {
        FindCoordinator: () => ({
          coordinators: [{ key: 'g', errorCode: 30, errorMessage: 'no READ on the group' }],
        }),
      },
    });
    expect(message).toBe(
      "127.0.0.1:PORT answers FindCoordinator for group 'groupspec-warm-up' with GROUP_AUTHORIZATION_FAILED (no READ on the group)",
    );
  });

  it('when another broker coordinates groups and cannot be reached', async () => {
    const placeholder = createServer();
    const dead = await listen(placeholder);
    await new Promise((resolve) => placeholder.close(resolve));
    const message = await faultOfBroker({
      handlers: {
        Metadata: () => ({
          brokers: [
            { nodeId: 1, host: '127.0.0.1', port: 1 },
            { nodeId: 2, host: '127.0.0.1', port: dead },
          ],
        }),
        FindCoordinator: () => ({
          coordinators: [{ key: 'g', nodeId: 2, host: '127.0.0.1', port: dead }],
        }),
      },
    });
    expect(message).toBe(
      `127.0.0.1:PORT sends groups to the broker at 127.0.0.1:${dead}, which cannot be used from here (nothing listens on 127.0.0.1:${dead}; is the broker running?); set advertised.listeners to addresses that can`,
    );
  });
});
