import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer, Session } from '../../src/adapter/adapter.js';
import {
  createWireAdapter,
  type SaslCredentials,
  type SaslMechanism,
  type TlsSettings,
  TlsSettingsError,
  type WireAdapterOptions,
} from '../../src/adapter/wire/index.js';
import { type Authority, type Certified, createAuthority } from '../fakes/certificates.js';
import { type SaslListener, saslListener } from '../fakes/sasl-listener.js';
import { type BrokerScript, startScriptedBroker } from '../fakes/scripted-broker.js';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

let authority: Authority;
let ofBroker: Certified;
let ofKit: Certified;

beforeAll(async () => {
  authority = await createAuthority();
  ofBroker = await authority.issue(['127.0.0.1']);
  ofKit = await authority.issue(['kit']);
});

async function start(script: BrokerScript, options: Partial<WireAdapterOptions> = {}) {
  const broker = await startScriptedBroker(script);
  closers.push(broker.close);
  const adapter = createWireAdapter({
    host: '127.0.0.1',
    port: broker.port,
    quietMs: 1,
    requestTimeoutMs: 2_000,
    ...options,
  });
  closers.push(() => adapter.close());
  return { broker, adapter };
}

/** What the adapter says is wrong, with PORT for the broker's. */
async function faultOf(script: BrokerScript, options: Partial<WireAdapterOptions>) {
  const { broker, adapter } = await start(script, options);
  const fault = await adapter.describe().then(
    () => 'nothing',
    (error: Error) => error.message,
  );
  return fault.replaceAll(String(broker.port), 'PORT');
}

async function answersOf({ clock, takeAnswers }: Session): Promise<readonly Answer[]> {
  if (clock.kind !== 'real') throw new Error('a wire session has a real clock');
  const answers: Answer[] = [];
  await clock.waitUntil(Number.POSITIVE_INFINITY, () => {
    answers.push(...takeAnswers());
    return answers.length > 0;
  });
  return answers;
}

const heartbeat = (id: number, connection: string) =>
  ({
    id,
    connection,
    clientId: null,
    api: 'Heartbeat',
    version: 4,
    body: { groupId: 'g' },
  }) as const;

describe('TLS', () => {
  it('is spoken on every connection', async () => {
    const { broker, adapter } = await start({ tls: ofBroker }, { tls: { ca: authority.cert } });
    const session = await adapter.open({ configuration: {}, connections: ['A', 'B'] });
    await session.send(heartbeat(1, 'A'));
    await session.send(heartbeat(2, 'B'));
    await session.settle();
    expect(session.takeAnswers()).toHaveLength(2);
    expect(new Set(broker.received.map(({ peer }) => peer.number)).size).toBeGreaterThan(2);
  });

  it('goes on without checking where it is told to', async () => {
    const { adapter } = await start({ tls: ofBroker }, { tls: { insecure: true } });
    await adapter.describe();
  });

  it('shows the certificate of the kit to a listener that wants one', async () => {
    const wanting = { ...ofBroker, ca: authority.cert, requestCert: true };
    const tls = { ca: authority.cert, ...ofKit };
    const { adapter } = await start({ tls: wanting }, { tls });
    await adapter.describe();
  });

  it('takes the name that certificates are for from the user', async () => {
    const other = await authority.issue(['kafka.example']);
    const tls = { ca: authority.cert, serverName: 'kafka.example' };
    const { adapter } = await start({ tls: other }, { tls });
    await adapter.describe();
  });

  const YEAR = 365 * 86_400_000;
  const day = (from: number) => new Date(Date.now() + from);
  it.each<[string, () => Promise<Certified>, TlsSettings | undefined, string | RegExp]>([
    [
      'an unknown authority',
      async () => ofBroker,
      {},
      /^the certificate of 127\.0\.0\.1:PORT is from no authority that is trusted here \(\w+\); name the authority's own with --tls-ca FILE, or --tls-insecure goes on/,
    ],
    [
      'an expired certificate',
      () => authority.issue(['127.0.0.1'], { from: day(-2 * YEAR), to: day(-YEAR) }),
      undefined,
      'the certificate of 127.0.0.1:PORT has expired; --tls-insecure goes on without checking',
    ],
    [
      'a certificate of tomorrow',
      () => authority.issue(['127.0.0.1'], { from: day(YEAR), to: day(2 * YEAR) }),
      undefined,
      /^the certificate of 127\.0\.0\.1:PORT is not valid yet; is the clock right\?/,
    ],
    [
      "another host's certificate",
      () => authority.issue(['kafka.example']),
      undefined,
      /^the certificate of 127\.0\.0\.1:PORT is for another host \(.*127\.0\.0\.1 is not in .*\); name the one it is for with --tls-server-name/,
    ],
  ])('ends with words on %s', async (_what, certified, settings, fault) => {
    const tls = { ca: authority.cert };
    expect(await faultOf({ tls: await certified() }, { tls: settings ?? tls })).toMatch(fault);
  });

  it('ends with words where the listener wants a certificate of the kit', async () => {
    const wanting = { ...ofBroker, ca: authority.cert, requestCert: true };
    expect(await faultOf({ tls: wanting }, { tls: { ca: authority.cert } })).toMatch(
      /refuses the TLS connection \(alert: certificate required\); does it want a certificate from the kit\?/,
    );
  });

  it('is told from plaintext, both ways round', async () => {
    expect(await faultOf({ tls: ofBroker }, {})).toMatch(/TLS; say --tls|Does it speak TLS/);
    // A broker that reads the first bytes of TLS as the size of a frame ends the connection.
    expect(await faultOf({}, { tls: {} })).toBe(
      '127.0.0.1:PORT ended the connection during the TLS handshake; if it is no TLS listener, leave --tls out',
    );
  });

  it.each<[string, TlsSettings, string]>([
    [
      'an authority that is none',
      { ca: 'nonsense' },
      '--tls-ca names a file that is no certificate in PEM form',
    ],
    ['a certificate without its key', { cert: 'x' }, '--tls-cert needs its key: --tls-key'],
    ['a key without its certificate', { key: 'x' }, '--tls-key needs its certificate: --tls-cert'],
  ])('cannot begin with %s', (_what, tls, message) => {
    const begin = () => createWireAdapter({ host: '127.0.0.1', port: 1, tls });
    expect(begin).toThrow(new TlsSettingsError(message));
  });

  it('cannot begin with the key of another certificate, or one that is encrypted', () => {
    const begin = (tls: TlsSettings) => () =>
      createWireAdapter({ host: '127.0.0.1', port: 1, tls });
    expect(begin({ cert: ofKit.cert, key: ofBroker.key })).toThrow(
      'the key of --tls-key is not that of the certificate of --tls-cert',
    );
    const encrypted =
      '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----';
    expect(begin({ cert: ofKit.cert, key: encrypted })).toThrow(
      'it is encrypted: decrypt it first',
    );
  });
});

const ALICE = { username: 'alice', password: 'se,cr=et' };
const MECHANISMS: readonly SaslMechanism[] = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'];

function listening(changes: Partial<SaslListener> = {}) {
  return saslListener({
    users: { alice: ALICE.password, 'a,b=c': 'x' },
    mechanisms: MECHANISMS,
    ...changes,
  });
}

describe('SASL', () => {
  it.each(MECHANISMS)(
    '%s comes before every other request on every connection',
    async (mechanism) => {
      const { script, authentications } = listening();
      const { broker, adapter } = await start(script, { sasl: { mechanism, ...ALICE } });
      const session = await adapter.open({ configuration: {} });
      await session.send(heartbeat(1, 'A'));
      await session.send(heartbeat(2, 'B'));
      await session.settle();
      expect(session.takeAnswers()).toMatchObject([{ kind: 'response' }, { kind: 'response' }]);
      const connections = new Set(broker.received.map(({ peer }) => peer.number)).size;
      expect(authentications()).toBe(connections);
    },
  );

  it('is on top of TLS where both are asked for', async () => {
    const { script } = listening();
    const sasl: SaslCredentials = { mechanism: 'SCRAM-SHA-256', ...ALICE };
    const tls = { ca: authority.cert };
    const { adapter } = await start({ ...script, tls: ofBroker }, { sasl, tls });
    await adapter.describe();
  });

  it('takes names with the signs that SCRAM itself uses', async () => {
    const { script } = listening();
    const sasl: SaslCredentials = { mechanism: 'SCRAM-SHA-512', username: 'a,b=c', password: 'x' };
    await (await start(script, { sasl })).adapter.describe();
  });

  it.each(MECHANISMS)('%s ends with words on a wrong password', async (mechanism) => {
    const { script } = listening();
    const sasl = { mechanism, username: 'alice', password: 'guess' };
    expect(await faultOf(script, { sasl })).toMatch(
      new RegExp(
        `^127\\.0\\.0\\.1:PORT refuses user 'alice' with SASL_AUTHENTICATION_FAILED \\(${mechanism}\\), saying '.*'; are name and password right\\?$`,
      ),
    );
  });

  it('names the mechanisms that are enabled', async () => {
    const { script } = listening({ mechanisms: ['SCRAM-SHA-512', 'GSSAPI'] });
    expect(await faultOf(script, { sasl: { mechanism: 'PLAIN', ...ALICE } })).toBe(
      '127.0.0.1:PORT does not take SASL PLAIN; it takes GSSAPI, SCRAM-SHA-512',
    );
  });

  it('names them also to somebody who did not say who he is', async () => {
    const { script } = listening({ mechanisms: ['PLAIN'] });
    expect(await faultOf(script, {})).toBe(
      '127.0.0.1:PORT wants to know who the kit is: name --sasl and --username (it takes PLAIN)',
    );
  });

  it('does not go with a listener without it', async () => {
    expect(await faultOf({}, { sasl: { mechanism: 'PLAIN', ...ALICE } })).toBe(
      '127.0.0.1:PORT is a listener without SASL; leave --sasl out',
    );
  });

  it('does not believe a broker that cannot sign', async () => {
    const { script } = listening({ impostor: true });
    expect(await faultOf(script, { sasl: { mechanism: 'SCRAM-SHA-256', ...ALICE } })).toBe(
      '127.0.0.1:PORT did not prove that it knows the password: its SCRAM signature is wrong',
    );
  });

  it.each([1, 4_095, 999_999_999])('does not derive a key in %i iterations', async (iterations) => {
    const { script } = listening({ iterations });
    expect(await faultOf(script, { sasl: { mechanism: 'SCRAM-SHA-256', ...ALICE } })).toBe(
      `127.0.0.1:PORT asks for ${iterations} SCRAM iterations; 4096 to 2000000 are safe`,
    );
  });

  it('is renewed on a connection whose session is about to end, and only then', async () => {
    const { script, authentications } = listening({ lifetimeMs: 60_000 });
    const { adapter } = await start(script, { sasl: { mechanism: 'PLAIN', ...ALICE } });
    const session = await adapter.open({ configuration: {}, connections: ['A'] });
    const before = authentications();
    await session.send(heartbeat(1, 'A'));
    await answersOf(session);
    expect(authentications()).toBe(before);
    const now = performance.now();
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now + 50_000);
    await session.send(heartbeat(2, 'A'));
    later.mockRestore();
    expect(authentications()).toBe(before + 1);
    expect(await answersOf(session)).toMatchObject([{ requestId: 2, kind: 'response' }]);
  });

  it('leaves no connection behind when it fails', async () => {
    const { script } = listening();
    const sasl: SaslCredentials = { mechanism: 'PLAIN', username: 'alice', password: 'guess' };
    const { broker, adapter } = await start(script, { sasl });
    await expect(adapter.describe()).rejects.toThrow('refuses user');
    await broker.idle();
  });
});
