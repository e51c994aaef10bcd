import { describe, expect, it } from 'vitest';
import { loadKit } from '../../../src/kit.js';
import { buildPageData } from '../../../src/report/html/build-page-data.js';
import { sentenceOf } from '../../../src/report/html/describe-implementation.js';
import { replayCommand } from '../../../src/report/html/replay.js';
import { everyOutcome } from '../every-outcome.js';
import { judged } from '../known.js';
import { failedAt, failure, reportOf, result } from '../results.js';

const kit = loadKit();
const build = (...reports: ReturnType<typeof reportOf>[]) => buildPageData(reports, kit, () => []);

describe('The data of a page', () => {
  it('show versions once that come to the same', () => {
    const other = { differences: [{ path: 'A: errorCode', expected: 'NONE', actual: 'FENCED' }] };
    const { cases } = build(
      reportOf([
        failedAt('Heartbeat', 0),
        failedAt('Heartbeat', 1),
        failedAt('Heartbeat', 2, other),
        result('pass', { id: 'x', swept: { api: 'Heartbeat', version: 3 } }),
      ]),
    );
    const [[outcomes = []] = []] = cases.map((own) => own.outcomes);
    expect(outcomes.map(({ verdict, swept }) => [verdict, swept?.versions])).toEqual([
      ['fail', [0, 1]],
      ['fail', [2]],
      ['pass', [3]],
    ]);
  });

  it('tell a case in words, with the rules that it cites', () => {
    const { cases, rules, families } = build(reportOf([result('pass')]));
    expect(cases).toMatchObject([
      {
        id: 'heartbeat/unknown-group',
        family: 'HB',
        apis: ['Heartbeat'],
        script: {
          file: 'cases/heartbeat/unknown-group.yaml',
          opening: null,
          steps: [{ text: 'A sends Heartbeat', expects: expect.stringContaining('UNKNOWN') }],
        },
      },
    ]);
    expect(Object.keys(rules)).toEqual(['HB-00', 'TYPE-04']);
    expect(families).toMatchObject([{ family: 'HB' }]);
  });

  it('know of a case that the kit does not have what the report says', () => {
    const own = { id: 'own/case', case: 'own/case', rules: ['OWN-1'] };
    const { cases, rules } = build(reportOf([result('pass', own)]));
    expect(cases).toMatchObject([{ id: 'own/case', script: null, family: 'OWN', apis: [] }]);
    expect(rules).toEqual({});
  });

  it('have a place for every implementation, empty where it has no result', () => {
    const { cases } = build(
      reportOf([result('pass')]),
      reportOf([result('skip', { id: 'a', case: 'a' })]),
    );
    expect(cases.map(({ id, outcomes }) => [id, outcomes.map((own) => own.length)])).toEqual([
      ['a', [0, 1]],
      ['heartbeat/unknown-group', [1, 0]],
    ]);
  });

  it('call a failure known that is, and say why', () => {
    const report = reportOf([result('fail', { failure: failure() })], {
      deviations: judged(['heartbeat/unknown-group']),
    });
    const { cases, implementations } = build(report);
    expect(cases[0]?.outcomes[0]).toMatchObject([
      { verdict: 'known', deviation: { reason: 'It sleeps first' } },
    ]);
    expect(implementations[0]?.summary).toMatchObject({ fail: 0, known: 1 });
  });
});

describe('The verdict in a sentence', () => {
  it.each([
    [reportOf([result('pass')]), 'It conforms in each of 1 result.'],
    [reportOf([failedAt('Heartbeat', 1), result('pass')]), 'It differs in 1 of 2 results.'],
    [
      reportOf([], { implementation: null, fault: 'nothing listens' }),
      'There is no verdict: nothing listens.',
    ],
  ])('is %#', (report, sentence) => {
    expect(sentenceOf(report)).toBe(sentence);
  });

  it('is one whatever came of a run', () => {
    for (const report of everyOutcome()) {
      expect(sentenceOf(report)).toMatch(/^[A-Z][^\n]*[^ .]\.$/);
    }
  });
});

describe('The command that runs a case again', () => {
  it('is quoted for a shell', () => {
    expect(replayCommand('a/b', ['--adapter', "spawn:./it's --port 0", '--seed', '7'])).toBe(
      `groupspec run 'a/b' --adapter 'spawn:./it'\\''s --port 0' --seed 7`,
    );
  });

  it('is not there where no command ran it', () => {
    expect(replayCommand('a/b', null)).toBe(null);
  });
});
