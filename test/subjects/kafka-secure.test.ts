import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../scripts/subjects/waiting.js';
import { createAuthority } from '../fakes/certificates.js';
import { runGroupspec } from './certify.js';
import { type KafkaBroker, kafkaIsInstalled, startKafkaBroker } from './kafka-brokers.js';

const HOST = '127.0.0.1';
const USER = 'alice';
const PASSWORD = 'correct-horse';
const MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'];
/** Sessions end within a run, so that they have to be renewed in it. */
const LIFETIME_MS = 4_000;

type Listener = 'PLAIN' | 'TLS' | 'MUTUAL' | 'SASL' | 'SECURE';
const PROTOCOLS: Readonly<Record<Listener, string>> = {
  PLAIN: 'PLAINTEXT',
  TLS: 'SSL',
  MUTUAL: 'SSL',
  SASL: 'SASL_PLAINTEXT',
  SECURE: 'SASL_SSL',
};
const LISTENERS = Object.keys(PROTOCOLS) as Listener[];

describe.runIf(await kafkaIsInstalled())('Apache Kafka behind TLS and SASL', () => {
  let broker: KafkaBroker | undefined;
  let directory = '';
  const ports = new Map<Listener, number>();
  const file = (name: string) => join(directory, name);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'groupspec-secure-'));
    const authority = await createAuthority();
    const own = await authority.issue([HOST, 'localhost']);
    const kit = await authority.issue(['kit']);
    await Promise.all([
      writeFile(file('ca.pem'), authority.cert),
      writeFile(file('broker.pem'), `${own.key}\n${own.cert}`),
      writeFile(file('kit.pem'), kit.cert),
      writeFile(file('kit.key'), kit.key),
      writeFile(file('password'), `${PASSWORD}\n`),
      writeFile(file('wrong'), 'guess\n'),
    ]);
    const [controllerPort, ...free] = await freePorts(LISTENERS.length + 1);
    for (const [index, listener] of LISTENERS.entries()) ports.set(listener, free[index] ?? 0);
    const addresses = LISTENERS.map((listener) => `${listener}://${HOST}:${ports.get(listener)}`);
    const controller = `CONTROLLER://${HOST}:${controllerPort}`;
    const protocols = LISTENERS.map((listener) => `${listener}:${PROTOCOLS[listener]}`);
    broker = await startKafkaBroker(
      {
        'process.roles': 'broker,controller',
        'node.id': 1,
        'controller.quorum.voters': `1@${HOST}:${controllerPort}`,
        listeners: [...addresses, controller].join(','),
        'advertised.listeners': addresses.join(','),
        'inter.broker.listener.name': 'PLAIN',
        'listener.security.protocol.map': ['CONTROLLER:PLAINTEXT', ...protocols].join(','),
        'offsets.topic.num.partitions': 4,
        'ssl.keystore.type': 'PEM',
        'ssl.keystore.location': file('broker.pem'),
        'ssl.truststore.type': 'PEM',
        'ssl.truststore.location': file('ca.pem'),
        'listener.name.mutual.ssl.client.auth': 'required',
        ...saslProperties('sasl'),
        ...saslProperties('secure'),
        'listener.name.secure.scram-sha-512.connections.max.reauth.ms': LIFETIME_MS,
      },
      ports.get('PLAIN') ?? 0,
      ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
        '--add-scram',
        `${mechanism}=[name=${USER},password=${PASSWORD}]`,
      ]),
    );
  });
  afterAll(async () => {
    await broker?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** Ends in the exit status and in what was said. */
  async function run(listener: Listener, patterns: readonly string[], ...options: string[]) {
    const adapter = `tcp:${HOST}:${ports.get(listener)}`;
    const { exitStatus, stdout, stderr } = await runGroupspec([
      ...['run', ...patterns, '--adapter', adapter],
      ...options,
    ]);
    return { exitStatus, said: stdout + stderr };
  }

  const ca = () => ['--tls-ca', file('ca.pem')];
  const as = (mechanism: string, password = 'password') => [
    ...['--sasl', mechanism.toLowerCase(), '--username', USER],
    ...['--password-file', file(password)],
  ];

  test('is reached by TLS, with and without a certificate of the kit', async () => {
    const known = ['heartbeat/unknown-group'];
    const mutual = ['--tls-cert', file('kit.pem'), '--tls-key', file('kit.key')];
    expect(await run('TLS', known, ...ca())).toMatchObject({ exitStatus: 0 });
    expect(await run('MUTUAL', known, ...ca(), ...mutual)).toMatchObject({ exitStatus: 0 });
  });

  test.each(MECHANISMS)('lets the kit in by %s, with and without TLS', async (mechanism) => {
    const known = ['heartbeat/unknown-group'];
    expect(await run('SASL', known, ...as(mechanism))).toMatchObject({ exitStatus: 0 });
    expect(await run('SECURE', known, ...ca(), ...as(mechanism))).toMatchObject({ exitStatus: 0 });
  });

  test('conforms all the same, also when sessions end within a case', async () => {
    const { exitStatus, said } = await run(
      'SECURE',
      ['heartbeat', 'expire', 'versions'],
      ...ca(),
      ...as('SCRAM-SHA-512'),
    );
    expect(exitStatus, said).toBe(0);
  });

  test.each<[Listener, () => string[], string]>([
    ['TLS', () => [], 'the port speaks TLS; say --tls'],
    ['TLS', () => ['--tls'], 'is from no authority that is trusted here'],
    ['TLS', () => [...ca(), '--tls-server-name', 'kafka.example'], 'is for another host'],
    ['PLAIN', () => ['--tls'], 'if it is no TLS listener, leave --tls out'],
    ['MUTUAL', ca, 'does it want a certificate from the kit?'],
    [
      'SASL',
      () => [],
      'wants to know who the kit is: name --sasl and --username (it takes PLAIN, ',
    ],
    ['SASL', () => as('PLAIN', 'wrong'), 'are name and password right?'],
    ['SASL', () => as('SCRAM-SHA-256', 'wrong'), 'are name and password right?'],
    ['PLAIN', () => as('PLAIN'), 'is a listener without SASL; leave --sasl out'],
    ['SECURE', () => as('PLAIN'), 'the port speaks TLS; say --tls'],
  ])('says what is wrong at its listener %s', async (listener, options, words) => {
    const { exitStatus, said } = await run(listener, ['heartbeat'], ...options());
    expect(said).toContain(words);
    expect(exitStatus).toBe(2);
  });
});

/** Users of PLAIN are in the configuration, those of SCRAM in the formatted metadata. */
function saslProperties(listener: string): Record<string, string> {
  const module = (name: string) => `org.apache.kafka.common.security.${name}`;
  const prefix = `listener.name.${listener}`;
  const scram = `${module('scram.ScramLoginModule')} required;`;
  return {
    [`${prefix}.sasl.enabled.mechanisms`]: MECHANISMS.join(','),
    [`${prefix}.plain.sasl.jaas.config`]: `${module('plain.PlainLoginModule')} required user_${USER}="${PASSWORD}";`,
    [`${prefix}.scram-sha-256.sasl.jaas.config`]: scram,
    [`${prefix}.scram-sha-512.sasl.jaas.config`]: scram,
  };
}
