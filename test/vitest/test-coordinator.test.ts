import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { caseFiles } from '../fakes/case-files.js';

/** What vitest's JSON reporter tells of a file. */
interface ToldFile {
  readonly name: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly ancestorTitles: readonly string[];
    readonly title: string;
    readonly status: 'passed' | 'failed' | 'skipped';
    readonly failureMessages: readonly string[];
  }[];
}

interface Told {
  readonly files: ReadonlyMap<string, ToldFile>;
  readonly output: string;
}

const UNKNOWN_GROUP =
  'A heartbeat for a group that does not exist is answered UNKNOWN_MEMBER_ID [heartbeat/unknown-group]';

const COORDINATORS = `
import { type Adapter, AdapterError, createReferenceAdapter, loadKit } from 'groupspec';

export const right = (): Adapter => createReferenceAdapter(loadKit().defaults);

/** Answers a heartbeat of an unknown member with GROUP_ID_NOT_FOUND. */
export const wrong = async (): Promise<Adapter> => {
  const reference = right();
  let opened = 0;
  return {
    ...reference,
    open: async (options) => {
      opened++;
      const session = await reference.open(options);
      const heartbeats = new Set<number>();
      return {
        ...session,
        send: (request) => {
          if (request.api === 'Heartbeat') heartbeats.add(request.id);
          return session.send(request);
        },
        takeAnswers: () =>
          session.takeAnswers().map((answer) =>
            answer.kind === 'response' &&
            heartbeats.has(answer.requestId) &&
            answer.body['errorCode'] === 25
              ? { ...answer, body: { ...answer.body, errorCode: 69 } }
              : answer,
          ),
      };
    },
    close: async () => console.log('closed after', opened, 'sessions'),
  };
};

export const blind = (): Adapter => ({
  ...right(),
  describe: async () => ({ ...(await right().describe()), capabilities: new Set(['virtual-clock']) }),
});

export const elsewhere = (): Adapter => ({
  ...right(),
  describe: () => Promise.reject(new AdapterError('nothing listens there')),
});
`;

const DEVIATIONS = `deviations:
  - rules: [TYPE-04]
    reason: It looks for the group first
    fails:
      - actual: { A errorCode: GROUP_ID_NOT_FOUND }
        where: { heartbeat/unknown-group: step 1 }
`;

const testFile = (coordinator: string, options: string) =>
  `import { testCoordinator } from 'groupspec/vitest';
import { ${coordinator} } from './coordinators.js';
testCoordinator(${coordinator}, ${options});
`;

/** Somebody's tests. Loading the kit once instead of for every file saves time, nothing else. */
const PROJECT = {
  'package.json': '{ "type": "module" }',
  'vitest.config.js': 'export default { test: { isolate: false, fileParallelism: false } };',
  'coordinators.ts': COORDINATORS,
  'known.yaml': DEVIATIONS,
  'right.test.ts': testFile('right', "{ patterns: ['heartbeat', 'versions'] }"),
  'wrong.test.ts': testFile('wrong', "{ patterns: ['heartbeat'] }"),
  'blind.test.ts': testFile(
    'blind',
    "{ patterns: ['heartbeat/unknown-group', 'heartbeat/loading-coordinator-accepts-any'] }",
  ),
  'known.test.ts': testFile(
    'wrong',
    "{ patterns: ['heartbeat/unknown-group'], deviations: new URL('known.yaml', import.meta.url) }",
  ),
  'stale.test.ts': testFile(
    'right',
    "{ patterns: ['heartbeat/unknown-group'], deviations: 'known.yaml' }",
  ),
  'elsewhere.test.ts': testFile('elsewhere', "{ patterns: ['heartbeat/unknown-group'] }"),
  'mistyped.test.ts': testFile('right', "{ patterns: ['hartbeat'] }"),
  'profile.test.ts': testFile('right', "{ profile: 'kafka-1.0' }"),
};

let project: string;

beforeAll(() => {
  project = caseFiles(PROJECT);
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(resolve('.'), join(project, 'node_modules', 'groupspec'));
  symlinkSync(resolve('node_modules/vitest'), join(project, 'node_modules', 'vitest'));
});

/** Runs vitest in the project, as its owner does. */
async function vitest(...argv: readonly string[]): Promise<Told> {
  const command = [resolve('node_modules/vitest/vitest.mjs'), 'run', ...argv];
  const reporters = ['--reporter=verbose', '--reporter=json', '--outputFile.json=told.json'];
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  const output = await new Promise<string>((done) => {
    const options = { cwd: project, env };
    execFile(process.execPath, [...command, ...reporters], options, (_error, stdout, stderr) => {
      done(stdout + stderr);
    });
  });
  const { testResults } = JSON.parse(readFileSync(join(project, 'told.json'), 'utf8'));
  const nameOf = (file: ToldFile) => file.name.replace(/^.*\/|\.test\.ts$/g, '');
  return {
    files: new Map((testResults as ToldFile[]).map((file) => [nameOf(file), file])),
    output,
  };
}

describe('A test of vitest for each case', () => {
  let told: Told;
  const of = (name: string) => told.files.get(name)?.assertionResults ?? [];
  const counts = (name: string) =>
    Object.fromEntries(
      (['passed', 'failed', 'skipped'] as const).map((status) => [
        status,
        of(name).filter((one) => one.status === status).length,
      ]),
    );

  beforeAll(async () => {
    told = await vitest();
  });

  it('passes where the coordinator is right, and is named by title and id below its area', () => {
    expect(counts('right')).toEqual({ passed: 15, failed: 0, skipped: 0 });
    expect(of('right')).toContainEqual(
      expect.objectContaining({
        title: UNKNOWN_GROUP,
        ancestorTitles: ['groupspec, by kafka-latest', 'heartbeat'],
      }),
    );
  });

  it('fails where it is wrong, and explains itself', () => {
    expect(counts('wrong')).toEqual({ passed: 7, failed: 6, skipped: 0 });
    const failed = of('wrong').find(({ title }) => title === UNKNOWN_GROUP);
    const [message = ''] = failed?.failureMessages ?? [];
    expect(message).toContain(`heartbeat/unknown-group @Heartbeat v0 v1 v2 v3 v4
A heartbeat for a group that does not exist is answered UNKNOWN_MEMBER_ID
  cases/heartbeat/unknown-group.yaml:6 step 1: A sends Heartbeat v0 [HB-00 TYPE-04]
    A: errorCode
      expected  UNKNOWN_MEMBER_ID
      got       GROUP_ID_NOT_FOUND
          0 ms  A  → Heartbeat v0  groupId: group, generationId: 1, memberId: nobody
          0 ms  A  ← Heartbeat v0  errorCode: GROUP_ID_NOT_FOUND
  HB-00: `);
    expect(message).toMatch(/\n {4}at .*cases\/heartbeat\/unknown-group\.yaml:6:1$/);
  });

  it('is skipped with the reason where its case cannot run', () => {
    expect(counts('blind')).toEqual({ passed: 1, failed: 0, skipped: 1 });
    expect(told.output).toContain('[the adapter lacks a way to unload and load its groups]');
  });

  it('passes where it is known to differ just so, with a remark', () => {
    expect(counts('known')).toEqual({ passed: 2, failed: 0, skipped: 0 });
    expect(told.output).toContain('known to differ: TYPE-04: It looks for the group first');
  });

  it('has one beside it that fails for what is known wrongly', () => {
    expect(counts('stale')).toEqual({ passed: 1, failed: 1, skipped: 0 });
    const failed = of('stale').find(({ status }) => status === 'failed');
    expect(failed?.title).toMatch(/^what is known to differ is just so \[.*known\.yaml\]$/);
    expect(failed?.failureMessages.join()).toContain(
      'known.yaml:6:18: heartbeat/unknown-group@Heartbeat.v0-4 passes by now',
    );
  });

  it('never passes where nothing could be run', () => {
    expect(counts('elsewhere')).toEqual({ passed: 0, failed: 0, skipped: 1 });
    expect(told.files.get('elsewhere')).toMatchObject({ status: 'failed' });
    expect(told.output).toContain('Error: nothing listens there');
  });

  it('is not even defined for what does not exist', () => {
    expect(told.files.get('mistyped')?.message).toContain(
      "no case matches 'hartbeat'; the nearest are",
    );
    expect(told.files.get('profile')?.message).toContain(
      "unknown profile 'kafka-1.0'; known: kafka-3.9, ",
    );
  });
});

describe('A test that vitest leaves out', () => {
  it('is not run', async () => {
    const { files, output } = await vitest('wrong', '-t', 'heartbeat/unknown-group');
    const statuses = files.get('wrong')?.assertionResults.map(({ status }) => status) ?? [];
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'skipped')).toHaveLength(12);
    expect(output).toContain('closed after 5 sessions');
  });
});
