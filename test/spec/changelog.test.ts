import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { specDigest } from '../../src/spec/digest.js';
import { specPath } from '../../src/spec/package-root.js';
import { loadSpec } from '../../src/spec/spec.js';
import { copyOfSpec, problemsOf } from './spec-directory.js';

test('the version of the spec is that of its newest change', () => {
  const { version, changelog } = loadSpec();
  expect(version).toBe(changelog[0]?.version);
});

test('the changelog reports a rule that does not exist, at its line', () => {
  const spec = copyOfSpec();
  const line = spec.edit('changelog.yaml', 'DEL-04', 'DEL-44');
  expect(problemsOf(spec)).toEqual([
    expect.objectContaining({
      file: 'changelog.yaml',
      line,
      message: expect.stringContaining("unknown rule 'DEL-44'"),
    }),
  ]);
});

describe('the digest of the spec', () => {
  test('is that of the file beside the data', () => {
    expect(specDigest()).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(specDigest(copyOfAll())).toBe(specDigest());
  });

  test('changes with a value, a file name, and a file', () => {
    const digests = [
      changed(() => {}),
      changed((spec) => spec.edit('config.yaml', 'default: 1048588', 'default: 1048589')),
      changed((spec) => spec.add('extra.yaml', '')),
      changed((spec) => spec.add('extra.yml', '')),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  test('stays when only the form of a file is told otherwise', () => {
    expect(changed((spec) => spec.add('schemas/extra.schema.json', '{}'))).toBe(changed(() => {}));
  });
});

function changed(change: (spec: ReturnType<typeof copyOfSpec>) => unknown): string {
  const spec = copyOfSpec();
  change(spec);
  return specDigest(spec.path);
}

function copyOfAll(): string {
  const path = mkdtempSync(join(tmpdir(), 'groupspec-digest-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  cpSync(specPath(), path, { recursive: true });
  return path;
}
