import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A shell script to be started as an implementation. */
export interface ShellProgram {
  /** For a spawn adapter. */
  readonly command: string;
  /** Every process that ran it so far and what it wrote to `$PIDS`, in their order. */
  processes(): number[];
  /** What the script wrote to `$NOTES`. */
  notes(): string;
  remove(): Promise<void>;
}

export async function writeShellProgram(script: string): Promise<ShellProgram> {
  const directory = await mkdtemp(join(tmpdir(), 'groupspec-spawn-'));
  const [program, pids, notes] = ['program.sh', 'pids', 'notes'].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  await writeFile(program, `NOTES='${notes}' PIDS='${pids}'\necho $$ >>"$PIDS"\n${script}\n`);
  return {
    command: `sh '${program}'`,
    processes: () => read(pids).split('\n').filter(Boolean).map(Number),
    notes: () => read(notes),
    remove: () => rm(directory, { recursive: true }),
  };
}

/** Whether a process runs. One that is dead stays as a zombie until its parent asks for it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
