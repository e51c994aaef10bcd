import { describe, expect, it } from 'vitest';
import { createForecast } from '../../src/suite/plan/forecast.js';
import { smallKit } from '../fakes/small-kit.js';

function forecast(jobs: number, calmJobs = 1) {
  let time = 1000;
  return {
    ...createForecast({ jobs, calmJobs, now: () => time }),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

const parts = (...lengths: readonly number[]) =>
  lengths.map((length, index) => ({ id: `${'abcdefgh'[index]}`, length }));

describe('The time left', () => {
  it('is that of the longest where all are under way', () => {
    const run = forecast(3);
    run.plan(parts(500, 300, 100));
    for (const id of 'abc') run.begin(id);
    run.pass(200);
    expect(run.left()).toBe(300);
  });

  it('has those that wait begin as soon as another ends', () => {
    const run = forecast(2);
    run.plan(parts(500, 300, 300, 100));
    expect(run.left()).toBe(600);
    for (const id of 'ab') run.begin(id);
    run.pass(100);
    expect(run.left()).toBe(500);
  });

  it('lets nothing of what was planned later begin before all else has ended', () => {
    const run = forecast(2);
    run.plan([{ id: 'x', length: 100 }]);
    run.plan([{ id: 'y', length: 50 }]);
    expect(run.left()).toBe(150);
  });

  it('counts what parts have taken so far beyond their lengths', () => {
    const run = forecast(1);
    run.plan(parts(100, 100, 100));
    run.begin('a');
    run.pass(150);
    run.end('a');
    expect(run.left()).toBe(300);
  });

  it('is told by the rate alone where no length is known, and by nothing before', () => {
    const run = forecast(2);
    run.plan(parts(0, 0, 0, 0, 0, 0));
    for (const id of 'ab') run.begin(id);
    expect(run.left()).toBeNull();
    run.pass(40);
    for (const id of 'ab') run.end(id);
    expect(run.left()).toBe(80);
  });

  it('is never negative: what is late may end any moment', () => {
    const run = forecast(1);
    run.plan(parts(100));
    run.begin('a');
    run.pass(5000);
    expect(run.left()).toBe(0);
    run.end('a');
    expect(run.left()).toBe(0);
  });

  it('does not shrink below the lengths where parts end early', () => {
    const run = forecast(1);
    run.plan(parts(100, 100));
    run.begin('a');
    run.pass(10);
    run.end('a');
    expect(run.left()).toBe(100);
  });

  it('has what is tried once more at the end, fewer at once', () => {
    const run = forecast(2, 1);
    run.plan(parts(100, 100, 50));
    for (const id of 'ab') run.begin(id);
    run.pass(100);
    for (const id of 'ab') run.putOff(id);
    expect(run.left()).toBe(50 + 200);
    for (const id of 'abc') run.begin(id);
    run.pass(100);
    for (const id of 'abc') run.end(id);
    expect(run.left()).toBe(0);
  });
});

it('A run tells at its begin and with each result what is left, and nothing in the end', async () => {
  const { judge, reference } = smallKit();
  const told: { readonly open: number; readonly left: number | null }[] = [];
  await judge(reference, ['first-join', 'heartbeat', 'versions'], {
    onProgress: (done, total, _result, left) => told.push({ open: total - done, left: left() }),
  });
  const [begin, ...others] = told;
  expect(begin).toEqual({ open: others.length, left: null });
  expect(others.length).toBeGreaterThan(2);
  expect(others.filter(({ left }) => left === null || left < 0)).toEqual([]);
  expect(told.at(-1)).toEqual({ open: 0, left: 0 });
});
