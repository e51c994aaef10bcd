import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { caseFiles } from './fakes/case-files.js';

/**
 * The ready files of docs/ci/ are taken at their word: what their steps and pods run is run by bash,
 * with a few cases against the reference, and with two shards in place of four.
 */
const SOUND = {
  'heartbeat.yaml': `title: A heartbeat for a missing group is refused
rules: [HB-00]
sweep: Heartbeat
steps:
  - A: Heartbeat
    with: { memberId: nobody }
    expect: UNKNOWN_MEMBER_ID
`,
  'id.yaml': `title: A new member is first handed an id of its own
rules: [JOIN-03]
steps:
  - A: JoinGroup
    expect: { errorCode: MEMBER_ID_REQUIRED, memberId: $A }
`,
};
const UNTRUE = {
  ...SOUND,
  'untrue.yaml': `title: A heartbeat for a missing group is accepted, which is not so
rules: [HB-00]
steps:
  - A: Heartbeat
    with: { memberId: nobody, generationId: 1 }
    expect: NONE
`,
};

/** `npx` and `groupspec` stand for the built command, which certifies by these cases. */
function stage(cases: Readonly<Record<string, string>>): string {
  const directory = caseFiles({
    ...Object.fromEntries(Object.entries(cases).map(([name, text]) => [`cases/${name}`, text])),
    'bin/groupspec': `#!/bin/bash
verb=$1; shift
[ "$verb" = certify ] && set -- --cases "${'$'}{0%/bin/*}/cases" "$@"
exec node '${resolve('bin/groupspec')}' "$verb" "$@"
`,
    'bin/npx': '#!/bin/bash\nexec "$@"\n',
  });
  for (const name of ['groupspec', 'npx']) chmodSync(join(directory, 'bin', name), 0o755);
  return directory;
}

function bash(
  directory: string,
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<number | string> {
  const path = `${join(directory, 'bin')}:${process.env['PATH']}`;
  const options = { cwd: directory, env: { ...process.env, ...env, PATH: path }, timeout: 100_000 };
  return new Promise((done) => {
    execFile('bash', ['-e', '-c', script], options, (error) =>
      done(error === null ? 0 : (error.code ?? error.signal ?? 'killed')),
    );
  });
}

const textOf = (name: string) => readFileSync(join('docs', 'ci', name), 'utf8');
const reportIn = (directory: string) =>
  JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8'));

/** GitHub's own parser, which imports JSON as only bundlers allow. */
async function workflowParser(): Promise<typeof import('@actions/workflow-parser')> {
  const outfile = join(caseFiles({}), 'workflow-parser.cjs');
  await build({
    stdin: { contents: "export * from '@actions/workflow-parser';", resolveDir: '.' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    outfile,
  });
  return import(outfile);
}

interface Step {
  readonly name?: string;
  readonly run?: string;
}

describe('The workflow for GitHub Actions', () => {
  const text = textOf('github-actions.yaml');
  const { jobs } = parse(text);
  const runOf = (job: string, name: RegExp): string => {
    const step = jobs[job].steps.find((one: Step) => name.test(one.name ?? ''));
    if (step?.run === undefined) throw new Error(`no step of ${job} is called ${name}`);
    return step.run;
  };
  const shardRun = (number: number, of: number) =>
    runOf('certify', /^Certify/)
      .replaceAll(/\$\{\{ matrix\.shard \}\}/g, `${number}`)
      .replaceAll(/\$\{\{ strategy\.job-total \}\}/g, `${of}`)
      .replace('tcp:127.0.0.1:9092', 'reference');

  it('is one by the rules of GitHub', async () => {
    const { parseWorkflow, NoOperationTraceWriter } = await workflowParser();
    const errorsIn = (content: string) =>
      parseWorkflow({ name: 'workflow.yaml', content }, new NoOperationTraceWriter())
        .context.errors.getErrors()
        .map(({ message }) => message);
    expect(errorsIn(text)).toEqual([]);
    expect(errorsIn(text.replace('runs-on', 'run-on'))).not.toEqual([]);
  });

  it('has as many shards as its matrix, from the first to the last', () => {
    const { shard } = jobs.certify.strategy.matrix;
    expect(shard).toEqual(Array.from({ length: shard.length }, (_, index) => index + 1));
  });

  it('makes one report of what its shards find, and shows it', async () => {
    const directory = stage(SOUND);
    const summary = join(directory, 'step-summary.md');
    for (const number of [1, 2]) expect(await bash(directory, shardRun(number, 2))).toBe(0);
    expect(await bash(directory, runOf('report', /^Make/))).toBe(0);
    expect(await bash(directory, runOf('report', /^Show/), { GITHUB_STEP_SUMMARY: summary })).toBe(
      0,
    );
    expect(reportIn(directory)).toMatchObject({ verdict: 'pass', shard: null });
    expect(readFileSync(summary, 'utf8')).toContain('passed');
    expect(readFileSync(join(directory, 'junit.xml'), 'utf8')).toContain('<testsuite');
  });
});

describe('The Jobs for Kubernetes', () => {
  const job = parse(textOf('kubernetes-job.yaml'));
  const merge = parse(textOf('kubernetes-merge.yaml'));
  const [certifying] = job.spec.template.spec.containers;
  const [merging] = merge.spec.template.spec.containers;

  it('are Jobs of which the first is indexed, with a shard for every pod', () => {
    for (const one of [job, merge]) {
      expect(one).toMatchObject({ apiVersion: 'batch/v1', kind: 'Job' });
      expect(one.spec.template.spec).toMatchObject({ restartPolicy: 'Never' });
    }
    const { completionMode, completions, parallelism } = job.spec;
    expect(completionMode).toBe('Indexed');
    expect(parallelism).toBe(completions);
    const shards = certifying.env.find(({ name }: { name: string }) => name === 'SHARDS');
    expect(shards.value).toBe(`${completions}`);
  });

  it('leave their reports where the other looks for them', () => {
    const mounted = (one: typeof job) => {
      const { containers, volumes } = one.spec.template.spec;
      return { mounts: containers[0].volumeMounts, volumes };
    };
    expect(mounted(job)).toEqual(mounted(merge));
    expect(certifying.image).toBe(merging.image);
  });

  it('end as the whole does: pods that found a difference are done, the merged run has differed', async () => {
    const directory = stage(UNTRUE);
    const scriptOf = ({ command, args }: { command: string[]; args: string[] }) => {
      expect(command).toEqual(['bash', '-c']);
      return args.join('\n').replaceAll('/reports', directory);
    };
    const script = scriptOf(certifying).replace('tcp:$BROKER', 'reference');
    for (const index of ['0', '1']) {
      const env = { JOB_COMPLETION_INDEX: index, SHARDS: '2', BROKER: 'my-broker:9092' };
      expect(await bash(directory, `set +e\n${script}`, env)).toBe(0);
    }
    expect(await bash(directory, scriptOf(merging))).toBe(1);
    expect(reportIn(directory)).toMatchObject({
      verdict: 'fail',
      shard: null,
      summary: { fail: 1 },
    });
    writeFileSync(join(directory, 'shard-1.json'), 'not whole');
    expect(await bash(directory, scriptOf(merging))).toBe(3);
  });

  it('try a pod again that has no verdict', async () => {
    const directory = stage(SOUND);
    const script = certifying.args.join('\n').replaceAll('/reports', directory);
    const env = { JOB_COMPLETION_INDEX: '0', SHARDS: '2', BROKER: '127.0.0.1:1' };
    expect(await bash(directory, `set +e\n${script}`, env)).toBe(2);
  });
});
