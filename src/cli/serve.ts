import { fstatSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { closest } from 'fastest-levenshtein';
import { batchSize } from '../adapter/reference/batch-size.js';
import { createCoordinator } from '../adapter/reference/index.js';
import { loadKitSpec } from '../kit.js';
import { requireMutantTools } from '../mutants/checkout.js';
import { loadMutants } from '../mutants/load-mutants.js';
import { mutantCoordinator } from '../mutants/mutant-coordinator.js';
import { type Control, startControl } from '../server/control/index.js';
import type { CreateCoordinator } from '../server/coordinator-host.js';
import { formatHostPort } from '../server/host-text.js';
import { DEFAULT_LIMITS } from '../server/limits.js';
import { startServer } from '../server/server.js';
import { isTopicName, MOST_PARTITIONS_OF_A_TOPIC } from '../server/topics.js';
import { defaultConfiguration, loadConfig } from '../spec/config.js';
import { aborted } from '../suite/run/aborted.js';
import { readOverrides } from './config-overrides.js';
import { EXIT, UsageError } from './exit-codes.js';
import { configOption } from './implementation-options.js';
import { interruptible } from './interruptible.js';
import { positiveInteger } from './options.js';
import { print } from './output.js';
import { createServeLog } from './serve-log.js';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly controlPort?: number;
  readonly topic: ReadonlyMap<string, number>;
  readonly autoCreate: number;
  readonly config: readonly string[];
  readonly mutant?: string;
  readonly maxConnections: number;
  readonly verbose?: boolean;
}

export function addServe(verb: Command, finish: (code: number) => void): void {
  verb
    .option('-p, --port <n>', 'to listen on; 0 is any that is free', portNumber, 9092)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option(
      '--control-port <n>',
      'port of the control API, HTTP on 127.0.0.1; 0 is any that is free (default: none)',
      portNumber,
    )
    .option(
      '-t, --topic <name[:partitions]>',
      'a topic that is there from the beginning (repeatable)',
      addTopic,
      new Map<string, number>(),
    )
    .option(
      '--auto-create <partitions>',
      'partitions of a topic that a client asks for; 0 makes none',
      partitionCount,
      1,
    )
    .addOption(configOption())
    .option(
      '--mutant <name>',
      'with a known mistake in it (groupspec list --rules shows them; needs esbuild)',
    )
    .option(
      '--max-connections <n>',
      'further ones are closed at once',
      positiveInteger,
      DEFAULT_LIMITS.maxConnections,
    )
    .option('-v, --verbose', 'log every request on standard error')
    .addHelpText(
      'after',
      `
One broker in one process, with everything in memory: groups, committed offsets, and the newest
records of its topics. No TLS, no transactions, no new consumer protocol (KIP-848).

The first line on standard output is the address, HOST:PORT, and with --control-port the second is
'control HOST:PORT'; all else goes to standard error. It ends with Ctrl-C, and when its standard
input ends if that is a pipe, so that 'spawn:groupspec serve --port 0' is an adapter.
docs/serve.md tells how to look at its groups and how to make it misbehave.

Examples:
  groupspec serve --config group.initial.rebalance.delay.ms=0
  groupspec serve --port 0 --control-port 0 --topic orders:12
  groupspec serve --mutant heartbeat_in_completing_rebalance_is_refused
  groupspec certify --adapter 'spawn:groupspec serve --port 0'

Exit code: 0 stopped, 2 the port cannot be had, or another fault, 3 usage.`,
    )
    .action(async (options: ServeOptions) => finish(await serve(options)));
}

async function serve(options: ServeOptions): Promise<number> {
  // A process for every case has to start soon, so nothing else of the spec is read.
  const config = loadConfig();
  const configuration = {
    ...defaultConfiguration(config),
    ...readOverrides(options.config, config),
  };
  const mutant = options.mutant ?? null;
  const tell = (line: string) => process.stderr.write(`${line}\n`);
  const server = await startServer({
    createCoordinator: await coordinatorOf(mutant),
    configuration,
    sizeOf: batchSize,
    host: options.host,
    port: options.port,
    topics: options.topic,
    autoCreatePartitions: options.autoCreate,
    limits: { maxConnections: options.maxConnections },
    ...createServeLog(options.verbose === true, tell),
  });
  let control: Control | null = null;
  try {
    if (options.controlPort !== undefined) {
      control = await startControl({ server, coordinatorOf, mutant }, options.controlPort);
    }
    const address = formatHostPort(server.listener.host, server.listener.port);
    await print(`${address}\n`);
    tell(`groups are served at ${address}${mutant === null ? '' : `, with the mistake ${mutant}`}`);
    if (control !== null) {
      await print(`control ${formatHostPort(control.host, control.port)}\n`);
      tell(`they are looked at, and spoilt, at http://${control.host}:${control.port}`);
    }
    await interruptible((signal) => Promise.race([aborted(signal), endOfInput()]));
    return EXIT.ok;
  } finally {
    await control?.close();
    await server.close();
  }
}

/** The reference with the mistake of this name in it. Throws UsageError when there is none. */
async function coordinatorOf(name: string | null): Promise<CreateCoordinator> {
  if (name === null) return createCoordinator;
  await requireMutantTools();
  const mutants = loadMutants({ ruleIds: loadKitSpec().known.ruleIds });
  const mutant = mutants.find((one) => one.name === name);
  if (mutant !== undefined) return mutantCoordinator(mutant);
  const names = mutants.map((one) => one.name);
  throw new UsageError(`there is no mutant '${name}'; did you mean ${closest(name, names)}?`);
}

/**
 * Resolves when standard input ends, if it is a pipe: then whoever holds its other end is gone, or
 * wants this to end. What is left of a terminal or a file tells nothing of the kind.
 */
function endOfInput(): Promise<void> {
  return new Promise((resolve) => {
    if (!isPipe(process.stdin.fd)) return;
    process.stdin.once('end', resolve).once('error', () => resolve());
    process.stdin.resume();
  });
}

function isPipe(descriptor: number): boolean {
  try {
    const file = fstatSync(descriptor);
    return file.isFIFO() || file.isSocket();
  } catch {
    return false;
  }
}

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('a port from 0 to 65535 is needed.');
}

function partitionCount(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= MOST_PARTITIONS_OF_A_TOPIC) return Number(text);
  throw new InvalidArgumentError(
    `a whole number from 0 to ${MOST_PARTITIONS_OF_A_TOPIC} is needed.`,
  );
}

function addTopic(text: string, earlier: ReadonlyMap<string, number>): Map<string, number> {
  const [name = '', count = '1', ...rest] = text.split(':');
  if (!isTopicName(name) || rest.length > 0) {
    throw new InvalidArgumentError(
      'NAME or NAME:PARTITIONS is needed; names have A-Z a-z 0-9 . _ -',
    );
  }
  const partitions = partitionCount(count);
  if (partitions === 0) throw new InvalidArgumentError('a topic has at least 1 partition.');
  if (earlier.has(name)) throw new InvalidArgumentError(`the topic ${name} is given twice.`);
  return new Map([...earlier, [name, partitions]]);
}
