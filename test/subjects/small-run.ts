import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Subject, SubjectKind } from '../../scripts/subjects/subjects.js';
import { runCases } from './certify.js';

const REAPED_WITHIN_MS = 20_000;

/** Results by id that a subject is known to give, its certificate says more. */
export interface Selection {
  readonly pass: readonly string[];
  readonly fail: readonly string[];
}

/** Whether a subject starts, is judged as it deserves and leaves nothing behind. */
export function describeSmallRun(
  name: string,
  kind: SubjectKind | undefined,
  { pass, fail }: Selection,
): void {
  describe.runIf(kind)(name, () => {
    test('is judged as it deserves, and leaves no process behind', async () => {
      const subject = await kind?.start();
      if (subject === undefined) throw new Error(`${name} did not start`);
      try {
        const cases = [...new Set([...pass, ...fail].map((id) => id.replace(/@.*/, '')))];
        const run = await runCases(`tcp:${subject.bootstrap}`, ...cases, ...known(name));
        expect(run.exitStatus, run.stderr).toBe(fail.length > 0 ? 1 : 0);
        const verdicts = new Map(run.report.results.map(({ id, verdict }) => [id, verdict]));
        const expected = [
          ...pass.map((id) => [id, 'pass'] as const),
          ...fail.map((id) => [id, 'fail'] as const),
        ];
        expect(expected.map(([id]) => [id, verdicts.get(id)])).toEqual(expected);
        expect(subject.whyEnded()).toBeUndefined();
      } finally {
        await subject.stop();
      }
      // A process that has ended counts until its new parent has taken note of it.
      await expect.poll(() => isAlive(subject), { timeout: REAPED_WITHIN_MS }).toBe(false);
    });
  });
}

/** Without its deviations: verdicts are compared here, and a selection meets few of them. */
function known(name: string): string[] {
  const file = new URL(`../../implementations/${name}.yaml`, import.meta.url);
  return ['--implementation', fileURLToPath(file), '--no-deviations'];
}

function isAlive({ processGroup }: Subject): boolean {
  try {
    process.kill(-processGroup, 0);
    return true;
  } catch {
    return false;
  }
}
