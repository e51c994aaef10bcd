import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LagReader, startLagReader } from '../../src/adapter/wire/event-loop-lag.js';

let now: number;
const started: LagReader[] = [];

beforeEach(() => {
  now = 1_000;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  for (const reader of started.splice(0)) reader.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function startReader(): LagReader {
  const reader = startLagReader();
  started.push(reader);
  return reader;
}

/** The monitor's timer is due every 10 ms and runs `late` ms after that. */
function runMonitor(late: number): void {
  now += 10 + late;
  vi.advanceTimersByTime(10);
}

describe('the event loop monitor', () => {
  it('tells the greatest delay since the last call, once', () => {
    const reader = startReader();
    for (const late of [3, 40, 5]) runMonitor(late);
    expect(reader.take()).toBe(40);
    expect(reader.take()).toBe(0);
  });

  it('sees a delay that its own timer has not noticed yet, and counts it once', () => {
    const reader = startReader();
    now += 95;
    expect(reader.take()).toBe(85);
    expect(reader.take()).toBe(0);
    vi.advanceTimersByTime(10);
    expect(reader.take()).toBe(0);
  });

  it('keeps a delay for each reader until that one has asked', () => {
    const [one, other] = [startReader(), startReader()];
    runMonitor(30);
    expect(one.take()).toBe(30);
    runMonitor(7);
    expect([one.take(), other.take()]).toEqual([7, 30]);
  });

  it('is one for all readers and stops with the last of them', () => {
    const [one, other] = [startReader(), startReader()];
    expect(vi.getTimerCount()).toBe(1);
    one.stop();
    one.stop();
    expect(vi.getTimerCount()).toBe(1);
    other.stop();
    expect(vi.getTimerCount()).toBe(0);
    startReader();
    expect(vi.getTimerCount()).toBe(1);
  });
});
