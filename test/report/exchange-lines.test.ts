import { describe, expect, it } from 'vitest';
import { exchangeLines } from '../../src/report/exchange-lines.js';
import type { Exchange, KeptTimer } from '../../src/suite/verdict.js';
import { failure, message } from './results.js';

const asks = (request: number, at: number, step = 0, member = 'A'): Exchange =>
  message({
    request,
    at,
    step,
    member,
    direction: 'request',
    api: 'JoinGroup',
    version: 9,
    body: 'x',
  });
const answers = (request: number, at: number, step = 0): Exchange =>
  message({ request, at, step, direction: 'answer', api: 'JoinGroup', version: 9, body: 'y' });

const timer = (changes: Partial<KeptTimer>): KeptTimer => ({
  kind: 'join',
  group: 'group',
  member: null,
  set: { step: 0, at: 0 },
  due: 3000,
  end: { step: 1, at: 3000, how: 'due' },
  ...changes,
});

const linesOf = (
  exchange: readonly Exchange[],
  timers: readonly KeptTimer[],
  { shown = 100, omitted = 0 } = {},
) => exchangeLines(failure({ exchange, timers, omitted }), shown);

describe('What led to a failure', () => {
  it('has the timers that were due before what came of them', () => {
    const session = timer({ kind: 'session', member: 'B', end: { step: 1, at: 2000, how: 'due' } });
    expect(linesOf([asks(1, 0), answers(1, 3000, 1)], [timer({}), session])).toEqual([
      '          0 ms  A  → JoinGroup v9  x',
      '       2000 ms       session of B is due',
      '       3000 ms       join timer is due',
      '       3000 ms  A  ← JoinGroup v9  y',
    ]);
  });

  it('has a timer after what was asked in an earlier step, though it was at the same time', () => {
    const exchange = [asks(1, 3000, 0), answers(1, 3000, 1)];
    expect(linesOf(exchange, [timer({})]).map((line) => line.slice(16))).toEqual([
      'A  → JoinGroup v9  x',
      '     join timer is due',
      'A  ← JoinGroup v9  y',
    ]);
  });

  it('leaves out timers that were stopped or still run', () => {
    const stopped = timer({ end: { step: 0, at: 1, how: 'stopped' } });
    expect(linesOf([asks(1, 0), answers(1, 1)], [stopped, timer({ end: null })])).toHaveLength(2);
  });

  it('ends with what had no answer by then', () => {
    const exchange = [asks(1, 0), answers(1, 1), asks(2, 1), asks(3, 2, 0, 'B')];
    expect(linesOf(exchange, []).at(-1)).toBe(
      '    not answered by then: JoinGroup of A, JoinGroup of B',
    );
    const many = Array.from({ length: 9 }, (_, index) => asks(index, 0));
    expect(linesOf(many, []).at(-1)).toMatch(/JoinGroup of A, and 3 more$/);
  });

  it('begins with how many messages are not shown, and no timer from before them', () => {
    const exchange = [asks(1, 0), answers(1, 3000, 1), asks(2, 3500, 2), answers(2, 3500, 2)];
    expect(linesOf(exchange, [timer({})], { shown: 2, omitted: 5 })).toEqual([
      '    … 7 earlier messages',
      '       3500 ms  A  → JoinGroup v9  x',
      '       3500 ms  A  ← JoinGroup v9  y',
    ]);
  });
});
