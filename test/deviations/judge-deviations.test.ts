import { describe, expect, it } from 'vitest';
import { judgeDeviations } from '../../src/deviations/judge-deviations.js';
import type { CaseData } from '../../src/suite/cases/case-types.js';
import type { Failure, Result } from '../../src/suite/verdict.js';
import { VERSION_CHECKS } from '../../src/suite/version-honesty/checks.js';
import { failure, result } from '../report/results.js';
import { deviation, deviationsOf, file } from './files.js';

const data = (sweep?: CaseData['sweep']): CaseData => ({
  title: '',
  rules: [],
  steps: [],
  ...(sweep === undefined ? {} : { sweep }),
});
const CASES = [
  { id: 'heartbeat/unknown-group', data: data('Heartbeat') },
  { id: 'heartbeat/unknown-member', data: data('Heartbeat') },
  { id: 'join/new', data: data() },
];

const NONE = [{ path: 'A: errorCode', expected: 'UNKNOWN_MEMBER_ID', actual: 'NONE' }];

function failed(id: string, changes: Partial<Failure> = {}): Result {
  return { ...at(id, 'fail'), failure: failure({ differences: NONE, ...changes }) };
}

/** `heartbeat/unknown-group v3` is at version 3 of Heartbeat. */
function at(id: string, verdict: Result['verdict']): Result {
  const [own = '', version] = id.split(' v');
  return result(verdict, {
    id,
    case: own,
    swept: version === undefined ? null : { api: 'Heartbeat', version: Number(version) },
  });
}

function judge(text: string, results: readonly Result[], today = '2026-06-01', whole = true) {
  const { known, problems, unchecked } = judgeDeviations(deviationsOf(text), results, {
    cases: CASES,
    versionChecks: VERSION_CHECKS,
    whole,
    today,
  });
  return {
    known: [...known.keys()],
    unchecked,
    problems: problems.map(({ kind, line, message }) => `${line} ${kind}: ${message}`),
  };
}

const GROUP = 'heartbeat/unknown-group';
const KNOWN = file(deviation());

describe('A failure is known', () => {
  it('when it fails at the step and with the values that the file says', () => {
    expect(judge(KNOWN, [failed(GROUP)])).toEqual({ known: [GROUP], unchecked: 0, problems: [] });
  });

  it('whatever its words and its time were', () => {
    const told = failed(GROUP, { summary: 'in other words', exchange: [] });
    expect(judge(KNOWN, [{ ...told, durationMs: 17 }]).known).toEqual([GROUP]);
  });

  it('at every version of the range, and at those of no other', () => {
    const text = file(
      deviation({ where: { 'heartbeat/unknown-group@Heartbeat.v0-1,4': 'step 1' } }),
    );
    const versions = [0, 1, 2, 4].map((version) => failed(`${GROUP} v${version}`));
    expect(judge(text, versions).known).toEqual([`${GROUP} v0`, `${GROUP} v1`, `${GROUP} v4`]);
  });

  it('in all cases of a pattern, when each of them fails so', () => {
    const text = file(deviation({ where: { 'heartbeat/*': 'any step' } }));
    const results = [failed(GROUP), failed('heartbeat/unknown-member', { at: 7 })];
    expect(judge(text, results).known).toHaveLength(2);
  });

  it('by any of several answers', () => {
    const text = file(deviation(), deviation({ actual: 'crash', where: { [GROUP]: 'any step' } }));
    expect(judge(text, [failed(GROUP)])).toMatchObject({ known: [GROUP], problems: [] });
    const crashed = failed(GROUP, { kind: 'crashed', at: 2, differences: [] });
    expect(judge(text, [crashed])).toMatchObject({ known: [GROUP], problems: [] });
  });

  it('when it was late as well', () => {
    expect(judge(KNOWN, [failed(GROUP, { kind: 'late' })]).known).toEqual([GROUP]);
    const late = file(deviation({ actual: 'late answer' }));
    expect(judge(late, [failed(GROUP, { kind: 'late', differences: [] })]).known).toEqual([GROUP]);
  });

  it('of whole answers by their errors, of lists by their length, of made-up ids by being unknown', () => {
    const text = file(
      deviation({
        actual: '{ A JoinGroup: answered NONE, A members: 2 entries, A leader: an unknown id }',
      }),
    );
    const differences = [
      { path: 'A: JoinGroup', expected: '', actual: 'errorCode: NONE, …', gist: 'answered NONE' },
      { path: 'A: members', expected: '', actual: '2 entries: […]', gist: '2 entries' },
      { path: 'A: leader', expected: '$A', actual: '0x7f00', gist: 'an unknown id' },
    ];
    expect(judge(text, [failed(GROUP, { differences })]).known).toEqual([GROUP]);
  });

  it('whatever a value is of which the file says that it may be anything', () => {
    const text = file(deviation({ actual: '{ A errorCode: NONE, A generationId: anything }' }));
    const generation = { path: 'A: generationId', expected: '0', actual: '7' };
    expect(judge(text, [failed(GROUP)]).known).toEqual([GROUP]);
    expect(judge(text, [failed(GROUP, { differences: [...NONE, generation] })]).known).toEqual([
      GROUP,
    ]);
    expect(judge(text, [failed(GROUP, { differences: [generation] })]).known).toEqual([]);
  });

  it('by a list of more than 99 entries, however many there are', () => {
    const text = file(deviation({ actual: '{ A groups: more than 99 entries }' }));
    const of = (length: number) => ({
      path: 'A: groups',
      expected: '0 entries: []',
      actual: `${length} entries: […]`,
      gist: `${length} entries`,
    });
    const judged = (length: number) =>
      judge(text, [failed(GROUP, { differences: [of(length)] })]).known;
    expect([judged(100), judged(4071), judged(99)]).toEqual([[GROUP], [GROUP], []]);
  });

  it('in whatever order the entries of a list come', () => {
    const text = file(deviation({ actual: "{ 'A members[].memberId': [$B, $C] }" }));
    const member = (index: number, actual: string) => ({
      path: `A: members[${index}].memberId`,
      expected: '$A',
      actual,
    });
    const one = failed(GROUP, { differences: [member(0, '$C'), member(1, '$B')] });
    expect(judge(text, [one]).known).toEqual([GROUP]);
  });
});

describe('A file is not right any more', () => {
  it('when a value is not the one pinned, and says both', () => {
    const now = failed(GROUP, {
      differences: [{ path: 'A: errorCode', expected: 'X', actual: 'ILLEGAL_GENERATION' }],
    });
    expect(judge(KNOWN, [now])).toEqual({
      known: [],
      unchecked: 0,
      problems: [
        `7 differs: ${GROUP} fails otherwise: A errorCode is ILLEGAL_GENERATION, not NONE`,
      ],
    });
  });

  it('when something else differs as well, or something no longer', () => {
    const more = [...NONE, { path: 'A: generationId', expected: '1', actual: '2' }];
    expect(judge(KNOWN, [failed(GROUP, { differences: more })]).problems).toEqual([
      `7 differs: ${GROUP} fails otherwise: A generationId is 2, too`,
    ]);
    const two = file(deviation({ actual: '{ A errorCode: NONE, A generationId: 2 }' }));
    expect(judge(two, [failed(GROUP)]).problems).toEqual([
      `7 differs: ${GROUP} fails otherwise: A generationId is as it should be, not 2`,
    ]);
  });

  it('when it fails at another step, or breaks another rule', () => {
    expect(judge(KNOWN, [failed(GROUP, { at: 'opening' })]).problems).toEqual([
      `7 differs: ${GROUP} fails otherwise: at opening, not step 1`,
    ]);
    expect(judge(file(deviation({ rules: 'JOIN-03' })), [failed(GROUP)]).problems).toEqual([
      `7 differs: ${GROUP} fails otherwise: it breaks HB-00, TYPE-04, not JOIN-03`,
    ]);
  });

  it('when it crashes where it answered', () => {
    const crashed = failed(GROUP, { kind: 'crashed', differences: [] });
    expect(judge(KNOWN, [crashed]).problems).toEqual([
      `7 differs: ${GROUP} fails otherwise: crash, not A errorCode NONE`,
    ]);
    const closing = file(deviation({ actual: 'connection closed' }));
    expect(judge(closing, [crashed]).problems).toEqual([
      `7 differs: ${GROUP} fails otherwise: crash, not connection closed`,
    ]);
  });

  it('when a case passes, by its versions, unless it is one that sometimes does', () => {
    const results = [failed(`${GROUP} v0`), at(`${GROUP} v1`, 'pass'), at(`${GROUP} v2`, 'pass')];
    expect(judge(KNOWN, results)).toMatchObject({
      known: [`${GROUP} v0`],
      problems: [`7 stale: ${GROUP}@Heartbeat.v1-2 passes by now`],
    });
    expect(judge(file(deviation({ more: 'sometimes: true' })), results).problems).toEqual([]);
  });

  it('never for what is undecided, which is known where it fails sometimes', () => {
    const results = [at(`${GROUP} v0`, 'inconclusive')];
    const undecidedBy = (text: string) => [
      ...judgeDeviations(deviationsOf(text), results, {
        cases: CASES,
        versionChecks: VERSION_CHECKS,
        whole: true,
        today: '2026-06-01',
      }).undecided.keys(),
    ];
    expect(judge(KNOWN, results)).toMatchObject({ known: [], problems: [] });
    expect(undecidedBy(KNOWN)).toEqual([]);
    expect(undecidedBy(file(deviation({ more: 'sometimes: true' })))).toEqual([`${GROUP} v0`]);
  });

  it('when its day is over, and then nothing is known by it', () => {
    const text = file(deviation({ more: 'expires: 2026-06-01' }));
    expect(judge(text, [failed(GROUP)])).toMatchObject({ known: [GROUP], problems: [] });
    expect(judge(text, [failed(GROUP)], '2026-06-02')).toMatchObject({
      known: [],
      problems: ['2 expired: was to be put up with until 2026-06-01'],
    });
  });

  it('when no case is called so, or is run at versions of that API', () => {
    const text = file(
      deviation({
        where: { 'heartbeat/unknown-grop': 'step 1', 'join/new@JoinGroup.v3': 'step 1' },
      }),
    );
    expect(judge(text, []).problems).toEqual([
      "7 unmatched: no case matches 'heartbeat/unknown-grop'; the nearest are heartbeat/unknown-group, heartbeat/unknown-member, versions/known",
      "8 unmatched: no case of 'join/new@JoinGroup.v3' is run at versions of JoinGroup, but of no API",
    ]);
  });

  it('when the implementation lacks a version by now, but not when the run was stopped before', () => {
    const text = file(deviation({ where: { 'heartbeat/unknown-group@Heartbeat.v0-3': 'step 1' } }));
    const results = [failed(`${GROUP} v0`), failed(`${GROUP} v1`)];
    expect(judge(text, results).problems).toEqual([
      `7 unmatched: ${GROUP}@Heartbeat.v2-3 is not run: the implementation lacks it`,
    ]);
    expect(judge(text, results, '2026-06-01', false).problems).toEqual([]);
  });
});

describe('Nothing is said of a deviation', () => {
  it('whose cases the run did not select, or skipped', () => {
    expect(judge(KNOWN, [at('join/new', 'pass')])).toEqual({
      known: [],
      unchecked: 1,
      problems: [],
    });
    expect(judge(KNOWN, [at(GROUP, 'skip')])).toEqual({ known: [], unchecked: 1, problems: [] });
  });

  it('that is over, when its cases were not run', () => {
    const text = file(deviation({ more: 'expires: 2026-01-01' }));
    expect(judge(text, [at('join/new', 'pass')]).problems).toEqual([]);
    expect(judge(text, [at(GROUP, 'skip')]).problems).toEqual([]);
  });

  it('whose case is inconclusive or an error, and these are not excused', () => {
    for (const verdict of ['inconclusive', 'error'] as const) {
      expect(judge(KNOWN, [at(GROUP, verdict)])).toEqual({ known: [], unchecked: 1, problems: [] });
    }
  });
});
