import { describe, expect, it } from 'vitest';
import { explorationWords, leftByRate, progressWords, timeLeft } from '../../src/cli/progress.js';

describe('The progress line', () => {
  it('says how many are done, how many have not passed, and the time left', () => {
    expect(progressWords({ done: 132, total: 1926, failed: 4, left: 180_000 })).toBe(
      '132/1926, 4 not passed, 3 min left',
    );
  });

  it('says nothing of what is not known or not there', () => {
    expect(progressWords({ done: 1, total: 9, failed: 0, left: null })).toBe('1/9');
    expect(progressWords({ done: 9, total: 9, failed: 0, left: 0 })).toBe('9/9');
  });

  it.each<[number, string[]]>([
    [999, []],
    [1000, ['1 s left']],
    [99_400, ['99 s left']],
    [100_000, ['2 min left']],
    [99 * 60_000, ['99 min left']],
    [100 * 60_000, ['2 h left']],
  ])('is no more exact than anybody can know: %d ms', (ms, words) => {
    expect(timeLeft(ms)).toEqual(words);
  });
});

describe('The rate', () => {
  it('tells nothing before the first is done, and never less than no time', () => {
    expect(leftByRate(0, 10, 500)).toBeNull();
    expect(leftByRate(2, 10, 500)).toBe(2000);
    expect(leftByRate(12, 10, 500)).toBe(0);
  });
});

describe('The progress line of an exploration', () => {
  it('tells time by the rate, or by the time limit where that is sooner', () => {
    const made = { runs: 10, steps: 500, failures: 0 };
    expect(explorationWords(made, { runs: 100 }, 5000)).toBe('10/100 runs, 500 steps, 45 s left');
    expect(explorationWords({ ...made, failures: 2 }, { runs: 100, timeLimit: 15 }, 5000)).toBe(
      '10/100 runs, 500 steps, 2 counterexamples, 10 s left',
    );
    expect(explorationWords({ ...made, runs: 0 }, { runs: 100, timeLimit: 4 }, 5000)).toBe(
      '0/100 runs, 500 steps',
    );
  });
});
