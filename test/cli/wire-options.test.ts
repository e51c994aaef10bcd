import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readWireOptions, type WireOptions } from '../../src/cli/wire-options.js';
import { saslListener } from '../fakes/sasl-listener.js';
import { startScriptedBroker } from '../fakes/scripted-broker.js';
import { call } from './command-line.js';

let directory = '';
const file = (name: string) => join(directory, name);

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'groupspec-options-'));
  writeFileSync(file('password'), 'from the file\n');
  writeFileSync(file('empty'), '\n');
  writeFileSync(file('no.pem'), 'nothing of use');
});
afterAll(() => rmSync(directory, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
});

const PLAIN: WireOptions = { sasl: 'plain', username: 'kit' };

describe('The password', () => {
  it('is taken from the environment', () => {
    const { sasl } = readWireOptions(PLAIN, { GROUPSPEC_PASSWORD: 'from outside' });
    expect(sasl).toEqual({ mechanism: 'PLAIN', username: 'kit', password: 'from outside' });
  });

  it('is taken from a file without the end of its line, which wins over the environment', () => {
    const options = { ...PLAIN, passwordFile: file('password') };
    const { sasl } = readWireOptions(options, { GROUPSPEC_PASSWORD: 'from outside' });
    expect(sasl?.password).toBe('from the file');
  });

  it('is no option of any verb', async () => {
    for (const verb of ['certify', 'run', 'explore', 'promote']) {
      const { stdout } = await call(verb, '--help');
      expect(stdout, verb).toContain('--sasl <mechanism>');
      expect(stdout, verb).not.toContain('--password <');
    }
  });
});

describe('TLS', () => {
  it('is off unless something is said of it', () => {
    expect(readWireOptions({}, {})).toEqual({});
    expect(readWireOptions({ tls: true }, {})).toEqual({ tls: {} });
    expect(readWireOptions({ tlsInsecure: true }, {})).toEqual({ tls: { insecure: true } });
    expect(readWireOptions({ tlsServerName: 'x' }, {})).toEqual({ tls: { serverName: 'x' } });
  });
});

describe('A command line that cannot be meant ends with 3 and one sentence:', () => {
  const TCP = ['-a', 'tcp:127.0.0.1:9'];
  it.each<[string, () => string[], string | RegExp]>([
    [
      'SASL without a password',
      () => [...TCP, '--sasl', 'plain', '--username', 'kit'],
      '--sasl plain needs a password: set GROUPSPEC_PASSWORD, or name a --password-file',
    ],
    ['SASL without a name', () => [...TCP, '--sasl', 'plain'], '--sasl plain needs --username'],
    [
      'an unknown mechanism',
      () => [...TCP, '--sasl', 'gssapi'],
      /argument 'gssapi' is invalid. Allowed choices are plain, scram-sha-256, scram-sha-512/,
    ],
    ['a name without SASL', () => [...TCP, '--username', 'kit'], '--username needs --sasl'],
    [
      'an empty password file',
      () => [...TCP, '--sasl', 'plain', '--username', 'kit', '--password-file', file('empty')],
      /--password-file .* is empty/,
    ],
    [
      'a file that is not there',
      () => [...TCP, '--tls-ca', file('nowhere')],
      /--tls-ca .*nowhere: there is no such file/,
    ],
    [
      'a file that holds no certificate',
      () => [...TCP, '--tls-ca', file('no.pem')],
      '--tls-ca names a file that is no certificate in PEM form',
    ],
    [
      'a certificate without a key',
      () => [...TCP, '--tls-cert', file('no.pem')],
      '--tls-cert needs its key: --tls-key',
    ],
    [
      'TLS to an adapter without connections',
      () => ['--tls'],
      '--tls…, --sasl and --max-connections are about connections to a broker; --adapter reference makes none',
    ],
    [
      'a cap on sockets of a jsonrpc adapter',
      () => ['-a', 'jsonrpc:true', '--max-connections', '5'],
      '--adapter jsonrpc makes none',
    ],
  ])('%s', async (_what, options, sentence) => {
    vi.stubEnv('GROUPSPEC_PASSWORD', undefined);
    const { code, stderr } = await call('run', 'heartbeat', ...options());
    expect(stderr).toMatch(sentence);
    expect(code).toBe(3);
  });
});

it('A wrong password ends with 2 and is not repeated in what is said', async () => {
  const { script } = saslListener({ users: { kit: 'right' }, mechanisms: ['PLAIN'] });
  const broker = await startScriptedBroker(script);
  vi.stubEnv('GROUPSPEC_PASSWORD', 'much-too-secret');
  const { code, stdout, stderr } = await call(
    ...['run', 'heartbeat', '-a', `tcp:127.0.0.1:${broker.port}`],
    ...['--sasl', 'plain', '--username', 'kit'],
  );
  await broker.close();
  expect(stdout + stderr).toContain("refuses user 'kit' with SASL_AUTHENTICATION_FAILED");
  expect(stdout + stderr).not.toContain('much-too-secret');
  expect(code).toBe(2);
});
