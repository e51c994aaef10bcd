import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createChildProcessAdapter } from '../../../src/adapter/child-process/index.js';
import { createReferenceAdapter } from '../../../src/adapter/reference/index.js';
import { type CertifyOptions, certify } from '../../../src/certify.js';
import { loadKit } from '../../../src/kit.js';
import { exitCodeOf, type Report } from '../../../src/report/report.js';
import { PATIENT } from '../../fakes/patient.js';

const kit = loadKit();

async function judge(command: string, options: CertifyOptions = {}): Promise<Report> {
  const adapter = createChildProcessAdapter({ command, ...PATIENT });
  try {
    return await certify(kit, adapter, options);
  } finally {
    await adapter.close();
  }
}

describe('The reference as a process of its own', () => {
  const command = `'${process.execPath}' scripts/serve-reference.js`;

  // The served side holds every request of the kit against the schema and refuses what is not of it.
  it('gets the same report as in process, case by case', async () => {
    const [through, inside] = await Promise.all([
      judge(command),
      certify(kit, createReferenceAdapter(kit.defaults)),
    ]);
    expect(through.results.length).toBeGreaterThan(1_000);
    expect(through.results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    expect(through).toEqual(inside);
  });

  it('gets the same report with many cases at once', async () => {
    const cases = kit.cases.filter(({ id }) => /^(static|load|runtime)\//.test(id));
    const [few, many] = await Promise.all([1, 64].map((jobs) => judge(command, { cases, jobs })));
    expect(few?.results.length).toBeGreaterThan(100);
    expect(many).toEqual(few);
  });
});

const PYTHON = 'python3';
const EXAMPLE = 'adapters/example-python/adapter.py';

/** Why the example cannot run here; null when it can. */
function pythonMissing(): string | null {
  try {
    execFileSync(PYTHON, ['-c', 'import sys; assert sys.version_info >= (3, 9)'], {
      stdio: 'ignore',
    });
    return null;
  } catch {
    return `there is no ${PYTHON} of version 3.9 or later`;
  }
}

describe('The example adapter', () => {
  it('passes every case that its implementation serves', async (context) => {
    const missing = pythonMissing();
    if (missing !== null) return context.skip(missing);
    const report = await judge(`${PYTHON} ${EXAMPLE}`);
    expect(report.fault).toBe(null);
    expect(report.results.filter(({ verdict }) => !/^(pass|skip)$/.test(verdict))).toEqual([]);
    expect(report.summary.pass).toBeGreaterThan(10);
    expect(exitCodeOf(report)).toBe(0);
  });

  it('is in the documentation as it is', () => {
    const page = readFileSync('docs/adapter-protocol.md', 'utf8');
    expect(page).toContain(`\`\`\`python\n${readFileSync(EXAMPLE, 'utf8')}\`\`\`\n`);
  });

  it('is short', () => {
    expect(readFileSync(EXAMPLE, 'utf8').split('\n').length).toBeLessThan(50);
  });
});

describe('The documentation of the protocol', () => {
  it('names every method, capability and limit of the schema', () => {
    const page = readFileSync('docs/adapter-protocol.md', 'utf8');
    const schema = JSON.parse(readFileSync('spec/schemas/adapter-protocol.schema.json', 'utf8'));
    const { request, results } = schema.$defs;
    const names: string[] = [
      ...request.properties.method.enum,
      ...results.initialize.properties.capabilities.items.enum,
      ...results.initialize.required,
    ];
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
