import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArmedTimer, createTimer } from '../../reference/runtime/timer.js';
import type { TimerKey } from '../../reference/runtime/timer-index.js';

const join = (groupId: string): TimerKey => ({ kind: 'join', groupId });

const groupOf = (key: TimerKey) => ('groupId' in key ? key.groupId : '');

const keys = fc.oneof(
  fc.record({ kind: fc.constantFrom('join' as const, 'sync' as const), groupId: groupIds() }),
  fc.record({
    kind: fc.constant('session' as const),
    groupId: groupIds(),
    memberId: fc.constantFrom('c', 'b-c', ...'defghi'),
  }),
  fc.constant({ kind: 'cleanup' as const }),
  fc.record({ kind: fc.constant('write' as const), operation: fc.nat({ max: 3 }) }),
);

function groupIds() {
  return fc.constantFrom('a', 'a-b');
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('schedule' as const),
        key: keys,
        ms: fc.nat({ max: 40 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), key: keys }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.nat({ max: 15 }) }),
    },
  ),
  { maxLength: 150, size: 'max' },
);

describe('the virtual timer', () => {
  it('fires as an ordered list of timers would', () => {
    fc.assert(
      fc.property(steps, (run) => {
        const fired: string[] = [];
        const timer = createTimer(0, (key) => fired.push(`${JSON.stringify(key)}@${timer.now}`));
        let expected: { text: string; deadline: number }[] = [];
        const expectedFired: string[] = [];
        let now = 0;
        for (const step of run) {
          if (step.do === 'advance') {
            now += step.ms;
            timer.advance(step.ms);
            const due = expected.filter(({ deadline }) => deadline <= now);
            due.sort((one, other) => one.deadline - other.deadline);
            expectedFired.push(...due.map(({ text, deadline }) => `${text}@${deadline}`));
            expected = expected.filter(({ deadline }) => deadline > now);
            continue;
          }
          const text = JSON.stringify(step.key);
          expected = expected.filter((other) => other.text !== text);
          if (step.do === 'cancel') timer.cancel(step.key);
          else {
            timer.schedule(step.key, step.ms);
            expected.push({ text, deadline: now + step.ms });
          }
          expect(timer.isArmed(step.key)).toBe(step.do === 'schedule');
        }
        expect(fired).toEqual(expectedFired);
        expect(timer.now).toBe(now);
        const armed = timer
          .armed()
          .map(({ key, deadline }) => `${JSON.stringify(key)}@${deadline}`);
        expected.sort((one, other) => one.deadline - other.deadline);
        expect(armed).toEqual(expected.map(({ text, deadline }) => `${text}@${deadline}`));
      }),
    );
  });

  it('fires within one advance what a firing timer arms inside it, each at its own deadline', () => {
    const at: number[] = [];
    const timer = createTimer(100, (key) => {
      at.push(timer.now);
      if (at.length < 4) timer.schedule(key, 10);
    });
    timer.schedule(join('g'), 10);
    timer.advance(35);
    expect(at).toEqual([110, 120, 130]);
    expect(timer.now).toBe(135);
  });

  it('fires a zero delay only when time is looked at', () => {
    let fired = 0;
    const timer = createTimer(0, () => fired++);
    timer.schedule(join('g'), 0);
    expect(fired).toBe(0);
    timer.advance(0);
    expect(fired).toBe(1);
  });

  it('does not fire what an earlier timer of the same advance cancelled', () => {
    const fired: string[] = [];
    const timer = createTimer(0, (key) => {
      fired.push(groupOf(key));
      timer.cancel(join('b'));
    });
    timer.schedule(join('a'), 5);
    timer.schedule(join('b'), 5);
    timer.advance(5);
    expect(fired).toEqual(['a']);
  });

  it('hands the origin of a request down to every timer that follows from it', () => {
    const fired: ArmedTimer[] = [];
    const timer = createTimer(0, (key) => {
      if (groupOf(key) === 'a') timer.schedule(join('child'), 10);
    });
    timer.onFire = (armed) => fired.push(armed);
    timer.origin = 1;
    timer.schedule(join('a'), 10);
    timer.origin = 2;
    timer.schedule(join('b'), 50);
    timer.advance(10);
    expect(timer.origin).toBe(2);
    expect(timer.armed()).toEqual([
      { key: join('child'), deadline: 20, origin: 1 },
      { key: join('b'), deadline: 50, origin: 2 },
    ]);
    expect(fired).toEqual([{ key: join('a'), deadline: 10, origin: 1 }]);
  });

  it('throws when a timer of 0 ms is armed again for ever, and names it', () => {
    const timer = createTimer(5, (key) => timer.schedule(key, 0));
    timer.schedule(join('a'), 10);
    expect(() => timer.advance(20)).toThrow(
      'time stands still at 15 ms: 100000 timers have fired, ' +
        'and {"kind":"join","groupId":"a"} is due again',
    );
  });

  it('lets a timer fire as often as it likes while time goes on', () => {
    let fired = 0;
    const timer = createTimer(0, (key) => {
      fired++;
      timer.schedule(key, 1);
    });
    timer.schedule(join('a'), 1);
    timer.advance(150_000);
    expect([fired, timer.now]).toEqual([150_000, 150_000]);
  });

  it('lets many timers fire at one instant', () => {
    let fired = 0;
    const timer = createTimer(0, () => fired++);
    for (let operation = 0; operation < 100_000; operation++) {
      timer.schedule({ kind: 'write', operation }, 3);
    }
    timer.advance(3);
    expect(fired).toBe(100_000);
  });
});
