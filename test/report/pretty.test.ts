import { describe, expect, it } from 'vitest';
import { prettyReport } from '../../src/report/pretty.js';
import type { ReportInput } from '../../src/report/report.js';
import type { Result } from '../../src/suite/verdict.js';
import { judged, STALE } from './known.js';
import { failedAt, failure, IMPLEMENTATION, message, reportOf, result } from './results.js';

const linesOf = (results: readonly Result[], changes: Partial<ReportInput> = {}) =>
  prettyReport(reportOf(results, changes), false).split('\n');

const lastLine = (results: readonly Result[], changes: Partial<ReportInput> = {}) =>
  linesOf(results, changes).at(-2);

describe('A failure for a person', () => {
  it('names the case, where it stands, the step, the rules, the field, both values and the messages', () => {
    const lines = linesOf([result('fail', { failure: failure() })]);
    expect(lines.slice(3, 12)).toEqual([
      'FAIL heartbeat/unknown-group',
      '  A heartbeat for a missing group is refused',
      '  cases/heartbeat/unknown-group.yaml:6 step 1: A sends Heartbeat v4 [HB-00 TYPE-04]',
      '    A: errorCode',
      '      expected  UNKNOWN_MEMBER_ID',
      '      got       NONE',
      '          0 ms  A  → Heartbeat v4  asked',
      '         12 ms  A  ← Heartbeat v4  told',
      '',
    ]);
  });

  it('says how the case is run again, word by word', () => {
    const about = { adapter: 'spawn', replay: ['--adapter', "spawn:it's mine"] };
    const lines = linesOf([result('fail', { failure: failure() })], { about });
    expect(lines).toContain(
      String.raw`  again:  groupspec run heartbeat/unknown-group --adapter 'spawn:it'\''s mine'`,
    );
  });

  it('shows its summary where no field differs', () => {
    const cut = failure({ differences: [], summary: 'the connection was closed', exchange: [] });
    expect(linesOf([result('fail', { failure: cut })])).toContain('    the connection was closed');
  });

  it('is shown once for all versions that fail alike', () => {
    const lines = linesOf([failedAt('Heartbeat', 0), failedAt('Heartbeat', 1)]);
    const heads = lines.filter((line) => line.startsWith('FAIL'));
    expect(heads).toEqual(['FAIL heartbeat/unknown-group @Heartbeat v0 v1']);
  });

  it('is shown again for a version that fails at another field', () => {
    const other = [{ path: 'A: members', expected: '[]', actual: 'null' }];
    const lines = linesOf([
      failedAt('Heartbeat', 0),
      failedAt('Heartbeat', 1, { differences: other }),
      failedAt('Heartbeat', 4),
    ]);
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
      'FAIL heartbeat/unknown-group @Heartbeat v0 v4',
      'FAIL heartbeat/unknown-group @Heartbeat v1',
    ]);
  });

  it('stands for all cases that fail alike, of which it names the first', () => {
    const alike = ['b', 'c', 'd', 'e'].map((id) => ({ ...failedAt('Heartbeat', 0), case: id }));
    const lines = linesOf([failedAt('Heartbeat', 0), ...alike, ...alike]);
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
      'FAIL heartbeat/unknown-group @Heartbeat v0',
    ]);
    expect(lines).toContain('  … and 4 more cases alike: b, c, d, …');
    expect(linesOf([failedAt('Heartbeat', 0), ...alike.slice(0, 1)])).toContain(
      '  … and 1 more case alike: b',
    );
  });

  it('comes first where most cases are like it', () => {
    const other = { differences: [{ path: 'A: members', expected: '[]', actual: 'null' }] };
    const lines = linesOf([
      failedAt('Heartbeat', 0),
      { ...failedAt('Heartbeat', 0, other), case: 'x' },
      { ...failedAt('Heartbeat', 0, other), case: 'y' },
    ]);
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
      'FAIL x @Heartbeat v0',
      'FAIL heartbeat/unknown-group @Heartbeat v0',
    ]);
  });

  it('is not merged with one of the same field that got something else', () => {
    const crash = [{ path: 'A: errorCode', expected: 'UNKNOWN_MEMBER_ID', actual: 'no answer' }];
    const lines = linesOf([
      failedAt('Heartbeat', 0),
      failedAt('Heartbeat', 1, { differences: crash }),
    ]);
    expect(lines.filter((line) => line.startsWith('FAIL'))).toHaveLength(2);
    expect(lines).toContain('      got       no answer');
  });

  it('is merged where whole answers of two versions give the same error', () => {
    const got = (actual: string) => [{ path: 'A: JoinGroup', expected: 'no answer', actual }];
    const lines = linesOf([
      failedAt('JoinGroup', 4, { differences: got("errorCode: NONE, leader: ''") }),
      failedAt('JoinGroup', 5, { differences: got('errorCode: NONE, groupInstanceId: null') }),
      failedAt('JoinGroup', 6, { differences: got('errorCode: FENCED_INSTANCE_ID, leader: x') }),
    ]);
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
      'FAIL heartbeat/unknown-group @JoinGroup v4 v5',
      'FAIL heartbeat/unknown-group @JoinGroup v6',
    ]);
  });

  it('keeps the last messages of a long exchange and counts the others', () => {
    const exchange = Array.from({ length: 20 }, (_, at) =>
      message({ at, direction: 'request', body: 'x' }),
    );
    const lines = linesOf([result('fail', { failure: failure({ exchange, omitted: 100 }) })]);
    expect(lines).toContain('    … 106 earlier messages');
    expect(lines.filter((line) => line.includes('→'))).toHaveLength(14);
    expect(lines).toContain('         19 ms  A  → Heartbeat v4  x');
  });
});

describe('Other verdicts', () => {
  it('errors and inconclusive results come with their reasons', () => {
    const lines = linesOf([
      result('error', { id: 'a', reason: 'the cable is cut' }),
      result('inconclusive', { id: 'b', reason: 'too late' }),
    ]);
    expect(lines.slice(3, 9)).toEqual([
      'ERROR a',
      '  the cable is cut',
      '',
      'INCONCLUSIVE b',
      '  too late',
      '',
    ]);
  });

  it('errors for one reason are told once', () => {
    const errors = ['a', 'b', 'c', 'd', 'e'].map((id) =>
      result('error', { id, reason: 'no disk' }),
    );
    const lines = linesOf([...errors, result('error', { id: 'f', reason: 'no time' })]);
    expect(lines.slice(3, 10)).toEqual([
      'ERROR a',
      '  no disk',
      '  … and 4 more results alike: b, c, d, …',
      '',
      'ERROR f',
      '  no time',
      '',
    ]);
  });

  it('skips are counted by reason, the most frequent first', () => {
    const skips = ['no clock', 'no records', 'no records'].map((reason) =>
      result('skip', { reason }),
    );
    const lines = linesOf([result('pass'), ...skips]);
    expect(lines.slice(3, 6)).toEqual(['SKIP because', '     2  no records', '     1  no clock']);
  });

  it('the table by rule family shows where they fall', () => {
    const lines = linesOf([
      result('pass', { rules: ['SYNC-03'] }),
      ...Array.from({ length: 12 }, () => result('pass')),
      result('fail', { failure: failure() }),
    ]);
    expect(lines.slice(-6, -2)).toEqual([
      'rules        pass   fail   skip   inconclusive   error',
      'HB             12      1      ·              ·       ·',
      'SYNC            1      ·      ·              ·       ·',
      '',
    ]);
  });
});

describe('A known deviation', () => {
  const failed = (id: string) => result('fail', { id, failure: failure() });
  const results = [result('pass'), failed('a'), failed('b'), failed('c')];

  it('is no failure to read through, but counted by what is known of it', () => {
    const lines = linesOf(results, { deviations: judged(['a', 'b']) });
    expect(lines.filter((line) => line.startsWith('FAIL'))).toHaveLength(1);
    expect(lines).toContain('KNOWN to differ, as pinned');
    expect(lines).toContain('     2  It is late: It sleeps first');
  });

  it('that only some runs show is no news where it is undecided', () => {
    const undecided = [result('pass'), result('inconclusive', { id: 'a', reason: 'too late' })];
    const lines = linesOf(undecided, { deviations: judged([], [], {}, ['a']) });
    expect(lines).toContain('     1  It is late: It sleeps first');
    expect(lines).not.toContain('INCONCLUSIVE a');
    expect(lines.at(-2)).toBe(
      '✔ tcp:broker:9092 differs only as it is known to: 1 passed, 1 inconclusive',
    );
  });

  it('has a column of its own in the table', () => {
    const lines = linesOf(results, { deviations: judged(['a', 'b']) });
    expect(lines.slice(-5, -3)).toEqual([
      'rules        pass   fail   known   skip   inconclusive   error',
      'HB              1      1       2      ·              ·       ·',
    ]);
  });

  it('that is not as it was is told with its place', () => {
    const lines = linesOf(results, { deviations: judged(['a', 'b', 'c'], [STALE]) });
    expect(lines).toContain('FAIL known.yaml is not right any more');
    expect(lines).toContain('  stale      known.yaml:7:11: heartbeat/x passes by now');
  });

  it.each<[string, readonly string[], boolean]>([
    [
      '✔ tcp:broker:9092 differs only as it is known to: 1 passed, 3 known to deviate',
      ['a', 'b', 'c'],
      false,
    ],
    ['✘ tcp:broker:9092 differs: 1 passed, 1 failed, 2 known to deviate', ['a', 'b'], false],
    [
      '✘ tcp:broker:9092 differs: 1 passed, 3 known to deviate, 1 problem with what is known',
      ['a', 'b', 'c'],
      true,
    ],
  ])('%s', (expected, known, stale) => {
    const deviations = judged(known, stale ? [STALE] : []);
    expect(lastLine(results, { deviations })).toBe(expected);
  });
});

describe('The time of a run on a real clock', () => {
  it('is told beside its longest case', () => {
    const results = [
      result('pass', { id: 'short', spentMs: 10 }),
      result('pass', { id: 'long', spentMs: 2000 }),
    ];
    const lines = linesOf(results, { wallMs: 2500 });
    expect(lines).toContain('wall time 2.5 s; longest case 2.0 s, long; ratio 1.25');
    expect(linesOf(results).join()).not.toContain('wall time');
  });
});

describe('The first and the last line', () => {
  it('say what was judged and how', () => {
    expect(linesOf([result('pass')])[0]).toBe(
      'groupspec 1.2.3 · tcp:broker:9092 · virtual clock · capabilities: records, virtual-clock',
    );
    const implementation = { ...IMPLEMENTATION, clock: 'real' as const, capabilities: new Set([]) };
    expect(linesOf([result('pass')], { implementation })[0]).toBe(
      'groupspec 1.2.3 · tcp:broker:9092 · real clock · capabilities: none beyond requests',
    );
  });

  it.each<[string, Result[], Partial<ReportInput>]>([
    ['✔ tcp:broker:9092 conforms: 1 passed, 1 skipped', [result('pass'), result('skip')], {}],
    [
      '✘ tcp:broker:9092 differs: 1 passed, 1 failed',
      [result('pass'), result('fail', { failure: failure() })],
      {},
    ],
    [
      '! no verdict on tcp:broker:9092: 1 passed, 1 inconclusive',
      [result('pass'), result('inconclusive')],
      {},
    ],
    ['! no verdict on tcp:broker:9092: 0 passed, 1 error', [result('error')], {}],
    ['! no verdict on tcp:broker:9092: 0 passed, 2 errors', [result('error'), result('error')], {}],
    ['ERROR stopped before the end: 1 passed', [result('pass')], { interrupted: true }],
    ['ERROR nothing listens', [], { implementation: null, fault: 'nothing listens' }],
    ['ERROR every case was skipped', [result('skip')], { fault: 'every case was skipped' }],
  ])('%s', (expected, results, changes) => {
    expect(lastLine(results, changes)).toBe(expected);
  });

  it('a report without implementation is that line alone', () => {
    expect(prettyReport(reportOf([], { implementation: null, fault: 'oh' }), false)).toBe(
      'ERROR oh\n',
    );
  });
});

it('Colours are only there when they are asked for, and change nothing else', () => {
  const report = reportOf([
    result('pass'),
    result('skip', { reason: 'no records' }),
    result('error', { reason: 'x' }),
    result('fail', { failure: failure() }),
  ]);
  const control = String.fromCharCode(27);
  const plain = prettyReport(report, false);
  const colored = prettyReport(report, true);
  expect(plain).not.toContain(control);
  expect(colored).toContain(`${control}[31m`);
  expect(
    colored
      .split(control)
      .map((part, index) => (index === 0 ? part : part.replace(/^\[\d+m/, '')))
      .join(''),
  ).toBe(plain);
});
