import { describe, expect, it } from 'vitest';
import {
  type Filter,
  NO_FILTER,
  readFilter,
  searchable,
  selected,
  writeFilter,
} from '../../../src/report/html/filter.js';
import type { PageCase, PageOutcome, ShownVerdict } from '../../../src/report/html/page-data.js';
import { failure } from '../results.js';

const outcome = (verdict: ShownVerdict, changes: Partial<PageOutcome> = {}): PageOutcome => ({
  verdict,
  swept: null,
  reason: null,
  failure: null,
  deviation: null,
  attempts: 1,
  ...changes,
});

const own = (id: string, changes: Partial<PageCase> = {}): PageCase => ({
  id,
  title: `What ${id} says`,
  family: 'HB',
  rules: ['HB-00'],
  apis: ['Heartbeat'],
  script: null,
  outcomes: [[outcome('pass')]],
  ...changes,
});

const cases = [
  own('good'),
  own('bad', { outcomes: [[outcome('fail', { failure: failure() })]] }),
  own('known', { outcomes: [[outcome('known')]], family: 'SYNC', apis: ['SyncGroup'] }),
  own('mixed', { outcomes: [[outcome('pass')], [outcome('fail')]] }),
  own('skipped', { outcomes: [[outcome('skip', { reason: 'no records' })]] }),
  own('alone', { outcomes: [[], [outcome('pass')]] }),
];

const ids = (filter: Partial<Filter>) =>
  selected(searchable(cases), { ...NO_FILTER, ...filter }).map(({ own: { id } }) => id);

describe('A list of cases', () => {
  it('begins with the worst', () => {
    expect(ids({})).toEqual(['bad', 'mixed', 'known', 'skipped', 'alone', 'good']);
  });

  it('is filtered by verdicts, of one implementation or of any', () => {
    expect(ids({ verdicts: ['fail', 'known'] })).toEqual(['bad', 'mixed', 'known']);
    expect(ids({ verdicts: ['fail'], of: 0 })).toEqual(['bad']);
    expect(ids({ verdicts: ['fail'], of: 1 })).toEqual(['mixed']);
    expect(ids({ of: 1 })).toEqual(['mixed', 'alone']);
    expect(ids({ of: 7 })).toEqual([]);
  });

  it('is filtered by family and API', () => {
    expect(ids({ family: 'SYNC' })).toEqual(['known']);
    expect(ids({ api: 'SyncGroup' })).toEqual(['known']);
    expect(ids({ family: 'HB', api: 'SyncGroup' })).toEqual([]);
  });

  it('is searched for every word, in whatever case and in all that is told of it', () => {
    expect(ids({ text: 'WHAT good' })).toEqual(['good']);
    expect(ids({ text: 'unknown_member_id none' })).toEqual(['bad']);
    expect(ids({ text: 'records' })).toEqual(['skipped']);
    expect(ids({ text: 'hb-00 syncgroup' })).toEqual(['known']);
  });
});

describe('The address of a page', () => {
  it.each<Partial<Filter>>([
    {},
    { text: 'a & b = 50 %', verdicts: ['fail', 'known'] },
    { family: 'HB', api: 'Heartbeat', of: 2, open: 'heartbeat/unknown-group' },
  ])('brings back %o', (changes) => {
    const filter = { ...NO_FILTER, ...changes };
    expect(readFilter(`#${writeFilter(filter)}`)).toEqual(filter);
  });

  it('is nothing without a filter, and what it does not understand counts for nothing', () => {
    expect(writeFilter(NO_FILTER)).toBe('');
    expect(readFilter('#verdict=wrong+fail&of=-1&what=ever')).toEqual({
      ...NO_FILTER,
      verdicts: ['fail'],
    });
  });
});
