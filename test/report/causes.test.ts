import { describe, expect, it } from 'vitest';
import { failuresByCause } from '../../src/report/causes.js';
import type { Failure, Result } from '../../src/suite/verdict.js';
import { judged } from './known.js';
import { failure, reportOf, result } from './results.js';

const failed = (id: string, changes: Partial<Failure> = {}): Result =>
  result('fail', { id, case: id, failure: failure(changes) });

/** For each cause the cases that it has. */
const causesOf = (...results: readonly Result[]) =>
  failuresByCause(reportOf(results).results).map(({ shown: [first], others }) => [
    first.case,
    ...others,
  ]);

const got = (path: string, expected: string, actual: string, gist?: string) => ({
  differences: [{ path, expected, actual, ...(gist === undefined ? {} : { gist }) }],
});

describe('Failures have one cause', () => {
  it('whatever the members, versions and steps', () => {
    expect(
      causesOf(
        failed('a', { step: 'step 1: A sends Heartbeat v4', ...got('A: x[0].y', '$A', '$B') }),
        failed('b', { step: 'step 7: C2 sends Heartbeat v0', ...got('C2: x[12].y', '$C', '$D') }),
      ),
    ).toEqual([['a', 'b']]);
  });

  it('however much time passes, and to however many members the same happens', () => {
    const parked = (member: string) => ({
      path: `${member}: JoinGroup`,
      expected: 'x',
      actual: 'y',
    });
    expect(
      causesOf(
        failed('a', { step: 'step 1: time passes: ε', differences: [parked('A'), parked('B')] }),
        failed('b', { step: 'step 2: time passes: sessionTimeout', differences: [parked('C')] }),
      ),
    ).toEqual([['a', 'b']]);
  });

  it('where whole answers come down to the same', () => {
    expect(
      causesOf(
        failed('a', got('A: JoinGroup', 'no answer', 'errorCode: NONE, leader: A', 'NONE')),
        failed('b', got('A: JoinGroup', 'no answer', 'throttleTimeMs: 0, errorCode: NONE', 'NONE')),
        failed('c', got('A: JoinGroup', 'no answer', 'errorCode: FENCED', 'FENCED')),
      ),
    ).toEqual([['a', 'b'], ['c']]);
  });

  it('whatever their rules, where they did not get beyond the opening', () => {
    const opening = { at: 'opening' as const, step: "opening 'stable': A, B join" };
    expect(
      causesOf(
        failed('a', { ...opening, rules: ['HB-00'] }),
        failed('b', { ...opening, step: "opening 'empty': A joins", rules: ['SYNC-03'] }),
      ),
    ).toEqual([['a', 'b']]);
  });

  it('where connections end alike, whoever they are of', () => {
    const closed = (summary: string) => ({ kind: 'closed' as const, differences: [], summary });
    expect(
      causesOf(
        failed('a', closed("A's connection was closed by 127.0.0.1:9092 instead of SyncGroup v4")),
        failed('b', closed("B's connection was closed by 127.0.0.1:4711 instead of SyncGroup v0")),
        failed('c', closed("B's connection was closed by 127.0.0.1:4711 instead of JoinGroup v0")),
      ),
    ).toEqual([['a', 'b'], ['c']]);
  });
});

describe('Failures are kept apart', () => {
  it.each<[string, Partial<Failure>]>([
    ['by their first rule', { rules: ['HB-01', 'TYPE-04'] }],
    ['by the field', got('A: memberId', 'UNKNOWN_MEMBER_ID', 'NONE')],
    ['by what was expected', got('A: errorCode', 'NONE', 'NONE')],
    ['by what came instead', got('A: errorCode', 'UNKNOWN_MEMBER_ID', 'GROUP_ID_NOT_FOUND')],
    ['by what was done', { step: 'step 1: A sends SyncGroup v4' }],
    ['by whether they are in the opening', { at: 'opening' }],
  ])('%s', (_what, changes) => {
    expect(causesOf(failed('a'), failed('b', changes))).toEqual([['a'], ['b']]);
  });
});

it('Failures that are known have no cause that is looked for', () => {
  const { results } = reportOf([failed('a'), failed('b')], { deviations: judged(['a']) });
  expect(failuresByCause(results).map(({ shown }) => shown[0].case)).toEqual(['b']);
});

it('The versions of one case are no other cases, but count', () => {
  const at = (version: number) => ({
    ...failed('a'),
    id: `a@Heartbeat.v${version}`,
    swept: { api: 'Heartbeat' as const, version },
  });
  const [only, ...others] = failuresByCause(reportOf([at(0), at(1), failed('b')]).results);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ shown: [{ id: 'a@Heartbeat.v0' }, {}], others: ['b'], count: 3 });
});
