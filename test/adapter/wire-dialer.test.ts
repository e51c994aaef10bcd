import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AdapterError, ImplementationGoneError } from '../../src/adapter/adapter.js';
import { createDialer, type DialerLimits } from '../../src/adapter/wire/dialer.js';
import { startDeafListener } from '../fakes/deaf-listener.js';
import { listen } from '../fakes/scripted-broker.js';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A dialer, and what it has begun so far. */
function start(limits: Partial<DialerLimits> = {}) {
  const dialer = createDialer({ maxConnecting: 4, connectTimeoutMs: 4_000, ...limits });
  const begun: Socket[] = [];
  closers.push(() => {
    dialer.close();
    for (const socket of begun) socket.destroy();
  });
  const dial = (port: number) =>
    dialer.dial({ host: '127.0.0.1', port }, (socket) => begun.push(socket));
  return { dialer, begun, dial };
}

async function startListener() {
  const server = createServer((socket) => socket.on('error', () => {}));
  closers.push(() => server.close());
  return { port: await listen(server), server };
}

describe('a dialer', () => {
  it('has a few connections in the making at once, and makes the others in their turn', async () => {
    const { port } = await startListener();
    const { begun, dial } = start();
    const dialing = Array.from({ length: 20 }, () => dial(port));
    // Everything that can happen before the first connection is made.
    await new Promise(process.nextTick);
    expect(begun).toHaveLength(4);
    expect(await Promise.all(dialing)).toEqual(begun);
    expect(begun).toHaveLength(20);
  });

  it('passes the turn on from a connection that takes too long or is given up', async () => {
    const deaf = await startDeafListener();
    closers.push(deaf.close);
    const { port } = await startListener();
    const { begun, dial } = start({ maxConnecting: 1, connectTimeoutMs: 200 });
    for (let i = 0; i < deaf.room; i += 1) await dial(deaf.port);
    const [slow, , last] = [dial(deaf.port), dial(port), dial(port)];
    await expect(slow).rejects.toThrow(
      new AdapterError(
        `127.0.0.1:${deaf.port} did not accept a connection within 200 ms; does a firewall stand in between?`,
      ),
    );
    await last;

    const [givenUp, next] = [dial(deaf.port), dial(port)];
    await new Promise(process.nextTick);
    begun.at(-1)?.destroy();
    await expect(givenUp).rejects.toThrow(AdapterError);
    await next;
  });

  it('tells an implementation that is gone from one that was never there', async () => {
    const [one, other] = [await startListener(), await startListener()];
    const { dialer, dial } = start();
    for (const socket of [await dial(one.port), await dial(one.port)]) socket.destroy();
    for (const { server } of [one, other]) {
      await new Promise((resolve) => server.close(resolve));
    }
    // Whatever listened there, it was no implementation yet.
    await expect(dial(one.port)).rejects.not.toBeInstanceOf(ImplementationGoneError);
    dialer.handshakeDone();
    await expect(dial(one.port)).rejects.toThrow(
      new ImplementationGoneError(
        `the implementation at 127.0.0.1:${one.port} answered before, but nothing listens there any more`,
      ),
    );
    await expect(dial(other.port)).rejects.toThrow(
      new AdapterError(`nothing listens on 127.0.0.1:${other.port}; is the broker running?`),
    );
  });

  it('lets nobody wait for a turn that does not come', async () => {
    const { port } = await startListener();
    const { dialer, begun, dial } = start({ maxConnecting: 1 });
    const [first, waiting] = [dial(port), dial(port)];
    dialer.close();
    await expect(waiting).rejects.toThrow(AdapterError);
    await first;
    await expect(dial(port)).rejects.toThrow(AdapterError);
    expect(begun).toHaveLength(1);
  });
});
