import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { interruptible } from '../../src/cli/interruptible.js';

const ctrlC = () => process.emit('SIGINT', 'SIGINT');

describe('Ctrl-C', () => {
  let kill: MockInstance<typeof process.kill>;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  });
  afterEach(() => {
    vi.useRealTimers();
    kill.mockRestore();
  });

  it('stops the work, which still comes to its end', async () => {
    const outcome = interruptible(async (signal) => {
      ctrlC();
      return signal.aborted;
    });
    expect(await outcome).toBe(true);
    expect(kill).not.toHaveBeenCalled();
  });

  it('is one signal though both npm and the terminal send it', async () => {
    await interruptible(async () => {
      ctrlC();
      vi.advanceTimersByTime(100);
      ctrlC();
    });
    expect(kill).not.toHaveBeenCalled();
  });

  it('ends the process when it is pressed once more', async () => {
    await interruptible(async () => {
      ctrlC();
      vi.advanceTimersByTime(1000);
      ctrlC();
    });
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGINT']]);
  });

  it('is left to others before and afterwards', async () => {
    const before = process.listenerCount('SIGINT');
    await interruptible(async () => expect(process.listenerCount('SIGINT')).toBe(before + 1));
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
