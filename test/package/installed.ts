import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Outcome } from '../cli/command-line.js';

export interface Packed {
  readonly tarball: string;
  /** Of the tarball, in bytes. */
  readonly size: number;
  /** Paths below the package. */
  readonly files: readonly string[];
}

/** A folder of somebody who has nothing but the package. */
export interface Installed {
  readonly folder: string;
  run(command: string, ...argv: readonly string[]): Promise<Outcome>;
  npx(...argv: readonly string[]): Promise<Outcome>;
  /** Without npx, which takes longer. */
  groupspec(...argv: readonly string[]): Promise<Outcome>;
  /** Puts a package of the checkout beside it, as installing that would. */
  link(name: string): () => void;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'groupspec-package-'));
}

/** As it is built: packing for others builds it anew. */
export async function pack(folder: string): Promise<Packed> {
  const argv = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { code, stdout, stderr } = await run('.', 'npm', argv);
  if (code !== 0) throw new Error(stderr);
  const [packed] = JSON.parse(stdout);
  return {
    tarball: join(folder, packed.filename),
    size: packed.size,
    files: packed.files.map(({ path }: { readonly path: string }) => path),
  };
}

/** What npm says where the registry cannot be reached. */
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/;

/** The sentence that says why not, where the registry cannot be reached. */
export async function install({ tarball }: Packed, folder: string): Promise<Installed | string> {
  mkdirSync(folder);
  const manifest = { name: 'somebody', private: true, type: 'module' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const argv = ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball];
  const { code, stderr } = await run(folder, 'npm', argv);
  const [cause] = NO_NETWORK.exec(stderr) ?? [];
  if (code !== 0 && cause !== undefined) {
    return `its dependencies cannot be installed: the registry of npm cannot be reached (${cause})`;
  }
  if (code !== 0) throw new Error(stderr);
  return {
    folder,
    run: (command, ...args) => run(folder, command, args),
    npx: (...args) => run(folder, 'npx', ['--no-install', ...args]),
    groupspec: (...args) => run(folder, commandIn(folder), args),
    link(name) {
      const at = join(folder, 'node_modules', name);
      mkdirSync(dirname(at), { recursive: true });
      symlinkSync(resolve('node_modules', name), at);
      return () => rmSync(at);
    },
  };
}

/** Starts `groupspec serve` of the package and resolves with its address once it listens. */
export async function servedBy(
  { folder }: Installed,
  ...argv: readonly string[]
): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const child = spawn(commandIn(folder), ['serve', '--port', '0', ...argv], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const address = await new Promise<string>((found, fail) => {
    createInterface(child.stdout).once('line', found);
    child.once('error', fail);
    child.once('close', (code) => fail(new Error(`groupspec serve ended with ${code}`)));
  });
  return {
    address,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

function commandIn(folder: string): string {
  return join(folder, 'node_modules', '.bin', 'groupspec');
}

/** npm tells its scripts where they belong, which is not where these commands are to run. */
const ENVIRONMENT = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?!config_)|^npm_config_local_prefix$|^FORCE_COLOR$/.test(name),
    ),
  ),
  NO_COLOR: '1',
};

function run(cwd: string, command: string, argv: readonly string[]): Promise<Outcome> {
  const options = { cwd, env: ENVIRONMENT, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((done) => {
    const child = execFile(command, [...argv], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      done({ code, stdout, stderr });
    });
    child.stdin?.end();
  });
}
