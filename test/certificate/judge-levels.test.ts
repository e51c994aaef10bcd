import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../../src/adapter/adapter.js';
import { isBeyond, levelOf } from '../../src/certificate/classify.js';
import { judgeLevels } from '../../src/certificate/judge-levels.js';
import { loadKit } from '../../src/kit.js';
import type { ReportedResult } from '../../src/report/report.js';
import type { Level } from '../../src/spec/levels.js';
import { caseFiles } from '../fakes/case-files.js';
import { judged } from '../report/known.js';
import { reportOf, result } from '../report/results.js';

const heartbeat = (head = '') => `title: A heartbeat of nobody is refused
rules: [HB-00]
${head}steps:
  - A: Heartbeat
    with: { memberId: nobody }
    expect: UNKNOWN_MEMBER_ID
`;

const KIT = loadKit(
  caseFiles({
    'core/one.yaml': heartbeat(),
    'core/two.yaml': heartbeat(),
    'core/slow.yaml': heartbeat('needs: [virtual-clock]\n'),
    'core/small.yaml': heartbeat('configuration: { group.max.size: 4 }\n'),
    'core/old.yaml': heartbeat('profiles: [kafka-4.0]\n'),
    'core/newest.yaml': `title: A group may be deleted
rules: [DEL-04]
versions: { DeleteGroups: '3' }
profiles: [kafka-4.0, kafka-latest]
steps:
  - A: DeleteGroups
    with: { groupsNames: [group] }
    expect: { results: [{ groupId: group, errorCode: GROUP_ID_NOT_FOUND, errorMessage: { anything: true } }] }
`,
    'static.yaml': heartbeat('members: { A: { groupInstanceId: a } }\n'),
    'records.yaml': heartbeat('needs: [records]\n'),
    'failing.yaml': heartbeat('needs: [records, failing-appends]\n'),
  }),
  false,
);
const { spec, cases } = KIT;
const ALL = cases.map(({ id }) => id);

function levels(
  results: readonly ReportedResult[],
  profile = 'kafka-latest',
  capabilities: readonly string[] = CAPABILITIES,
) {
  const found = judgeLevels(spec, {
    cases,
    results,
    capabilities,
    exact: false,
    profile,
    writtenFor: 'kafka-latest',
  });
  return Object.fromEntries(found.map(({ level, title: _title, ...told }) => [level, told]));
}

const of = (id: string, verdict: ReportedResult['verdict'], reason?: string) =>
  result(verdict, { id, case: id, ...(reason === undefined ? {} : { reason }) });

/** All pass but those given. */
function passing(...others: readonly ReportedResult[]): ReportedResult[] {
  const names = others.map((one) => one.case);
  return [...ALL.filter((id) => !names.includes(id)).map((id) => of(id, 'pass')), ...others];
}

describe('A case belongs to', () => {
  const own = (id: string) => {
    const found = cases.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no case ${id}`);
    return found;
  };

  it.each([
    ['core/one', 'classic-core'],
    ['core/slow', 'classic-core'],
    ['static', 'classic-static'],
    ['records', 'records'],
    ['failing', 'failover'],
  ])('%s to %s', (id, level) => {
    expect(levelOf(spec.levels, own(id))?.level).toBe(level);
  });

  it('what few can run need not run, and what needs more than that level has to', () => {
    const core = levelOf(spec.levels, own('core/one')) as Level;
    expect([own('core/slow'), own('core/small')].map((one) => isBeyond(core, one))).toEqual([
      true,
      true,
    ]);
    expect(isBeyond(core, own('core/one'))).toBe(false);
  });

  it('one of the levels, every case of the kit, and every level has some', () => {
    const found = new Set(loadKit().cases.map((one) => levelOf(spec.levels, one)?.level));
    expect([...found].sort()).toEqual(spec.levels.map(({ level }) => level).sort());
  });
});

describe('A level is', () => {
  it('granted when all of it has run and passed', () => {
    expect(levels(passing())).toEqual({
      'classic-core': {
        outcome: 'granted',
        cases: 5,
        ran: 5,
        beyond: 0,
        deviations: 0,
        reasons: [],
      },
      'classic-static': {
        outcome: 'granted',
        cases: 1,
        ran: 1,
        beyond: 0,
        deviations: 0,
        reasons: [],
      },
      records: { outcome: 'granted', cases: 1, ran: 1, beyond: 0, deviations: 0, reasons: [] },
      failover: { outcome: 'granted', cases: 1, ran: 1, beyond: 0, deviations: 0, reasons: [] },
    });
  });

  it('granted without what few can run', () => {
    const results = passing(of('core/slow', 'skip', 'no clock'), of('core/small', 'skip', 'size'));
    expect(levels(results)['classic-core']).toMatchObject({
      outcome: 'granted',
      ran: 3,
      beyond: 2,
    });
  });

  it('failed when something of it fails, even what need not have run', () => {
    for (const id of ['core/one', 'core/slow']) {
      expect(levels(passing(of(id, 'fail')))['classic-core']).toMatchObject({
        outcome: 'failed',
        reasons: [{ reason: 'the implementation differs otherwise than it is known to', cases: 1 }],
      });
    }
  });

  it('granted with deviations when all that fails is known', () => {
    const { results } = reportOf(passing(of('core/one', 'fail')), {
      deviations: judged(['core/one']),
    });
    expect(levels(results)['classic-core']).toMatchObject({ outcome: 'granted', deviations: 1 });
  });

  it.each<[string, ReportedResult[], string]>([
    ['skipped', [of('core/one', 'skip', 'no DeleteGroups')], 'no DeleteGroups'],
    [
      'skipped at one of its versions',
      [of('core/one', 'pass'), of('core/one', 'skip', 'too long')],
      'too long',
    ],
    ['inconclusive', [of('core/one', 'inconclusive', 'late')], 'the result is inconclusive'],
    ['an error', [of('core/one', 'error', 'oh')], 'the result is error'],
  ])('not run when a case of it is %s', (_what, others, reason) => {
    expect(levels(passing(...others))).toMatchObject({
      'classic-core': { outcome: 'not run', ran: 4, reasons: [{ reason, cases: 1 }] },
      records: { outcome: 'granted' },
    });
  });

  it('not run for lack of what it is about, whatever else is lacking', () => {
    const results = passing(of('failing', 'skip', 'the adapter lacks this and that'));
    expect(levels(results, 'kafka-latest', [])['failover']?.reasons).toEqual([
      { reason: 'the adapter lacks a way to make appends fail', cases: 1 },
    ]);
  });

  it('not run when the run did not select all of it', () => {
    const results = passing().filter((one) => one.case !== 'core/one' && one.case !== 'core/two');
    expect(levels(results)['classic-core']).toMatchObject({
      outcome: 'not run',
      reasons: [{ reason: 'the run did not select it', cases: 2 }],
    });
    expect(levels([])['failover']).toMatchObject({ outcome: 'not run', ran: 0 });
  });

  it('not run rather than failed, where both can be said', () => {
    const results = passing(of('core/one', 'skip', 'x'), of('core/two', 'fail'));
    expect(levels(results)['classic-core']).toMatchObject({
      outcome: 'not run',
      reasons: expect.arrayContaining([{ reason: 'x', cases: 1 }]),
    });
  });

  it('about what its profile has: other cases, and no version that the release lacks', () => {
    const skipped = [of('core/old', 'skip', 'x'), of('core/newest', 'skip', 'y')];
    const core = (profile: string) => levels(passing(...skipped), profile)['classic-core'];
    expect(core('kafka-latest')?.reasons).toEqual([{ reason: 'y', cases: 1 }]);
    expect(core('kafka-4.0')?.reasons).toEqual([{ reason: 'x', cases: 1 }]);
  });
});
