import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { SubjectKind } from '../../scripts/subjects/subjects.js';
import { runCases } from './certify.js';
import { expectGone } from './gone.js';

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
      await expectGone(subject.processGroup);
    });
  });
}

/** Without its deviations: verdicts are compared here, and a selection meets few of them. */
function known(name: string): string[] {
  const file = new URL(`../../implementations/${name}.yaml`, import.meta.url);
  return ['--implementation', fileURLToPath(file), '--no-deviations'];
}
