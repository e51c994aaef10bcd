import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const GROUPSPEC = fileURLToPath(new URL('../../bin/groupspec', import.meta.url));
const CERTIFIED_WITHIN_MS = 6 * 60_000;

export type Verdict = 'pass' | 'fail' | 'skip' | 'inconclusive' | 'error';

export interface JsonReport {
  readonly summary: Readonly<Record<Verdict, number>>;
  readonly results: readonly {
    readonly id: string;
    readonly case: string;
    readonly verdict: Verdict;
    readonly rules: readonly string[];
    /** Of all attempts together. */
    readonly spentMs: number;
    /** Why it was skipped, or could not be judged. */
    readonly reason?: string | null;
    readonly failure?: { readonly rules: readonly string[]; readonly summary: string };
  }[];
  readonly timing: {
    readonly longest: { readonly ms: number } | null;
    readonly ratio: number | null;
  };
}

export interface Certification {
  readonly exitStatus: number | null;
  readonly report: JsonReport;
  /** For the message of a test that fails. */
  readonly stderr: string;
}

/** Runs `groupspec certify` as a user would. */
export function certify(adapter: string, ...options: readonly string[]): Promise<Certification> {
  return judge('certify', adapter, options);
}

/** Runs the cases that match `patterns`. */
export function runCases(adapter: string, ...patterns: readonly string[]): Promise<Certification> {
  return judge('run', adapter, patterns);
}

async function judge(
  verb: 'certify' | 'run',
  adapter: string,
  patternsOrOptions: readonly string[],
): Promise<Certification> {
  const { exitStatus, stdout, stderr } = await runGroupspec([
    verb,
    ...patternsOrOptions,
    ...['--adapter', adapter],
    ...['--reporter', 'json'],
  ]);
  try {
    return { exitStatus, report: JSON.parse(stdout) as JsonReport, stderr };
  } catch {
    throw new Error(`groupspec ended with ${exitStatus} and wrote no report:\n${stdout}${stderr}`);
  }
}

export function runGroupspec(
  args: readonly string[],
): Promise<{ exitStatus: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const groupspec = spawn(process.execPath, [GROUPSPEC, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: CERTIFIED_WITHIN_MS,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    groupspec.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    groupspec.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    groupspec.once('error', reject);
    groupspec.once('close', (exitStatus) => resolve({ exitStatus, stdout, stderr }));
  });
}

export function verdictsById(report: JsonReport): Readonly<Record<string, Verdict>> {
  return Object.fromEntries(report.results.map(({ id, verdict }) => [id, verdict]));
}

/** The results that have one of `verdicts`, as far as a reader of a failed test wants to see them. */
export function resultsWith(report: JsonReport, ...verdicts: readonly Verdict[]) {
  return report.results
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ id, verdict, failure }) => ({ id, verdict, failure }));
}
