import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusalsIn, warmUp } from '../../../scripts/kafka/warm-up.js';
import { CAPABILITIES } from '../../../src/adapter/adapter.js';
import { createChildProcessAdapter } from '../../../src/adapter/child-process/index.js';
import {
  ERROR_CODES,
  MAX_LINE_BYTES,
  type Method,
  PROTOCOL_VERSION,
} from '../../../src/adapter/child-process/protocol.js';
import { createReferenceAdapter } from '../../../src/adapter/reference/index.js';
import { type CertifyOptions, certify } from '../../../src/certify.js';
import { loadKit } from '../../../src/kit.js';
import { exitCodeOf, type Report } from '../../../src/report/report.js';
import { PATIENT } from '../../fakes/patient.js';

const kit = loadKit();

/** Those of the code: the compiler demands that none is missing or too many. */
const METHODS: Readonly<Record<Method, true>> = {
  initialize: true,
  open: true,
  send: true,
  settle: true,
  advance: true,
  records: true,
  'fail-appends': true,
  'hold-commits': true,
  'release-commits': true,
  unload: true,
  'start-load': true,
  'finish-load': true,
  close: true,
  shutdown: true,
};

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

  it('takes the conversation that warms Apache Kafka up', () => {
    const written = execFileSync(process.execPath, ['scripts/serve-reference.js'], {
      input: warmUp(),
      encoding: 'utf8',
    });
    expect(written.split('\n').length).toBeGreaterThan(30);
    expect(refusalsIn(written)).toEqual([]);
    expect(
      refusalsIn(`${written}{"jsonrpc":"2.0","id":99,"error":{"code":1,"message":"no"}}\n`),
    ).toEqual(['call 99: no']);
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

describe('Code, schema and documentation of the protocol agree', () => {
  const page = readFileSync('docs/adapter-protocol.md', 'utf8');
  const schema = JSON.parse(readFileSync('spec/schemas/adapter-protocol.schema.json', 'utf8'));
  const { request, results, params } = schema.$defs;
  const MIB = 1024 * 1024;

  it('on the methods', () => {
    const methods: readonly string[] = Object.keys(METHODS);
    expect(request.properties.method.enum).toEqual(methods);
    expect(Object.keys(params)).toEqual(methods);
    expect(Object.keys(results)).toEqual(methods);
    const inTable = [...page.matchAll(/^\| (`[^|]*`) \| /gm)].flatMap(([, names = '']) =>
      names.replaceAll('`', '').split(', '),
    );
    expect(inTable).toEqual(methods);
  });

  it('on what each takes and gives', () => {
    const fieldsOf = (shape: { $ref?: string; required?: string[] }): readonly string[] =>
      shape.$ref === '#/$defs/onlySession' ? ['session'] : (shape.required ?? []);
    const missing = Object.keys(METHODS).flatMap((method) => {
      const row = page
        .split('\n')
        .find((line) => line.startsWith('| `') && line.includes(`\`${method}\``));
      const given = method === 'initialize' ? [] : fieldsOf(results[method]);
      const fields = [...fieldsOf(params[method]), ...given];
      return fields
        .filter((field) => row?.includes(`\`${field}\``) !== true)
        .map((field) => `${method}: ${field}`);
    });
    expect(missing).toEqual([]);
    const introduction: string[] = results.initialize.required;
    expect(introduction.length).toBeGreaterThan(5);
    expect(introduction.filter((field) => !page.includes(`\`${field}\``))).toEqual([]);
  });

  it('on the capabilities', () => {
    const { capabilities } = results.initialize.properties;
    expect(capabilities.items.enum).toEqual(CAPABILITIES);
    const list = /`capabilities` \(out of ([^;]*);/.exec(page)?.[1] ?? '';
    expect([...list.matchAll(/`([^`]*)`/g)].map(([, name]) => name)).toEqual(CAPABILITIES);
  });

  it('on the version and the longest line', () => {
    expect(page).toContain(`# The adapter protocol, version ${PROTOCOL_VERSION}\n`);
    expect(params.initialize.properties.protocolVersion.const).toBe(PROTOCOL_VERSION);
    for (const text of [page, schema.description]) {
      const [, limit] = /at most (\d+) MiB/.exec(text) ?? [];
      expect(Number(limit) * MIB).toBe(MAX_LINE_BYTES);
    }
  });

  it('on the codes of errors', () => {
    const { unknownMethod, badParams, fault } = ERROR_CODES;
    const { description } = schema.$defs.response.properties.error.properties.code;
    for (const code of [unknownMethod, badParams, fault]) {
      expect(page).toContain(`\`${code}\``);
      expect(description).toContain(`${code} for `);
    }
  });
});
