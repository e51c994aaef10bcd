import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import {
  SASL_MECHANISMS,
  type SaslCredentials,
  type TlsSettings,
  type WireAdapterOptions,
} from '../adapter/wire/index.js';
import { UsageError } from './exit-codes.js';
import { positiveInteger } from './options.js';

/** How brokers are to be connected to; for `tcp:` and `spawn:`. */
export interface WireOptions {
  readonly tls?: boolean;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsServerName?: string;
  readonly tlsInsecure?: boolean;
  readonly sasl?: string;
  readonly username?: string;
  readonly passwordFile?: string;
  readonly maxConnections?: number;
}

/** Kept off the command line, which other users of the machine can read. */
const PASSWORD_VARIABLE = 'GROUPSPEC_PASSWORD';

export function addWireOptions(command: Command): Command {
  const mechanisms = SASL_MECHANISMS.map((mechanism) => mechanism.toLowerCase());
  return command
    .option('--tls', 'speak TLS; every other --tls-… option means it too')
    .option('--tls-ca <file>', 'certificates (PEM) of the authorities to trust')
    .option('--tls-cert <file>', "the kit's own certificate (PEM), with --tls-key")
    .option('--tls-key <file>', 'its key (PEM)')
    .option('--tls-server-name <name>', 'name that certificates are for, if not the host')
    .option('--tls-insecure', 'take any certificate')
    .addOption(
      new Option(
        '--sasl <mechanism>',
        `authenticate; the password is taken from ${PASSWORD_VARIABLE} or --password-file`,
      ).choices(mechanisms),
    )
    .option('--username <name>', 'who the kit is to the broker, with --sasl')
    .option('--password-file <file>', 'a file that holds the password and nothing else')
    .option(
      '--max-connections <n>',
      'sockets open at once; cases wait for room (default: 2000)',
      positiveInteger,
    );
}

/** What the options mean for a wire adapter. Throws UsageError. */
export function readWireOptions(
  options: WireOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Pick<WireAdapterOptions, 'tls' | 'sasl' | 'maxConnections'> {
  const tls = readTls(options);
  const sasl = readSasl(options, environment);
  return {
    ...(tls === undefined ? {} : { tls }),
    ...(sasl === undefined ? {} : { sasl }),
    ...(options.maxConnections === undefined ? {} : { maxConnections: options.maxConnections }),
  };
}

/** Throws UsageError when an adapter that makes no connections is told how to make them. */
export function requireNoWireOptions(options: WireOptions, adapter: string): void {
  const { maxConnections, ...security } = readWireOptions(options);
  if (Object.keys(security).length === 0 && maxConnections === undefined) return;
  throw new UsageError(
    `--tls…, --sasl and --max-connections are about connections to a broker; --adapter ${adapter} makes none`,
  );
}

function readTls(options: WireOptions): TlsSettings | undefined {
  const { tls, tlsCa, tlsCert, tlsKey, tlsServerName, tlsInsecure } = options;
  const settings: TlsSettings = {
    ...(tlsCa === undefined ? {} : { ca: readText('--tls-ca', tlsCa) }),
    ...(tlsCert === undefined ? {} : { cert: readText('--tls-cert', tlsCert) }),
    ...(tlsKey === undefined ? {} : { key: readText('--tls-key', tlsKey) }),
    ...(tlsServerName === undefined ? {} : { serverName: tlsServerName }),
    ...(tlsInsecure === true ? { insecure: true } : {}),
  };
  return tls === true || Object.keys(settings).length > 0 ? settings : undefined;
}

function readSasl(
  { sasl, username, passwordFile }: WireOptions,
  environment: NodeJS.ProcessEnv,
): SaslCredentials | undefined {
  if (sasl === undefined) {
    const [given] = [
      ...(username === undefined ? [] : ['--username']),
      ...(passwordFile === undefined ? [] : ['--password-file']),
    ];
    if (given === undefined) return undefined;
    throw new UsageError(`${given} needs --sasl, which says how it is told to the broker`);
  }
  const mechanism = SASL_MECHANISMS.find((known) => known.toLowerCase() === sasl);
  if (mechanism === undefined) throw new UsageError(`--sasl ${sasl} is no mechanism of this kit`);
  if (username === undefined) throw new UsageError(`--sasl ${sasl} needs --username`);
  const password =
    passwordFile === undefined
      ? environment[PASSWORD_VARIABLE]
      : readText('--password-file', passwordFile).replace(/\r?\n$/, '');
  if (password === undefined || password === '') {
    throw new UsageError(
      passwordFile === undefined
        ? `--sasl ${sasl} needs a password: set ${PASSWORD_VARIABLE}, or name a --password-file`
        : `--password-file ${passwordFile} is empty`,
    );
  }
  return { mechanism, username, password };
}

function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new UsageError(`${option} ${file}: ${reason}`);
  }
}
