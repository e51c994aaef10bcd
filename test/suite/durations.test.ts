import { describe, expect, it } from 'vitest';
import {
  chooseDurations,
  DurationSyntaxError,
  evaluateDuration,
} from '../../src/suite/expand/durations.js';

const KAFKA_DEFAULTS = {
  'group.initial.rebalance.delay.ms': 3000,
  'group.min.session.timeout.ms': 6000,
  'group.max.session.timeout.ms': 1_800_000,
};

describe('named durations', () => {
  const durations = chooseDurations(KAFKA_DEFAULTS, 'virtual', 300);

  it.each([
    ['sessionTimeout', 10_000],
    ['sessionTimeout - ε', 9_999],
    ['sessionTimeout - epsilon', 9_999],
    ['2 * initialRebalanceDelay', 6_000],
    ['rebalanceTimeout / 2 + 1', 10_001],
    ['3*initialRebalanceDelay/2-ε', 4_499],
    ['- 1', -1],
    ['newMemberJoinTimeout', 300_000],
    [250, 250],
  ])('reads %s as %d ms', (expression, ms) => {
    expect(evaluateDuration(expression, durations)).toBe(ms);
  });

  it.each([
    'sesionTimeout',
    '2 sessionTimeout',
    'sessionTimeout * 2',
    '',
    'sessionTimeout / 0',
    '5 % 3',
  ])('refuses %j with a sentence for its author', (expression) => {
    expect(() => evaluateDuration(expression, durations)).toThrow(DurationSyntaxError);
  });

  it.each([
    ['the defaults of Kafka', KAFKA_DEFAULTS],
    ['no initial delay', { ...KAFKA_DEFAULTS, 'group.initial.rebalance.delay.ms': 0 }],
    ['a lowered minimum', { ...KAFKA_DEFAULTS, 'group.min.session.timeout.ms': 100 }],
    ['a long delay', { ...KAFKA_DEFAULTS, 'group.initial.rebalance.delay.ms': 9000 }],
  ])('keep their promises to cases under %s, on either clock', (_name, configuration) => {
    for (const clock of ['virtual', 'real'] as const) {
      const chosen = chooseDurations(configuration, clock, 300);
      expect(2 * chosen.initialRebalanceDelay).toBeLessThanOrEqual(chosen.sessionTimeout);
      expect(2 * chosen.sessionTimeout).toBeLessThanOrEqual(chosen.rebalanceTimeout);
      expect(chosen.sessionTimeout).toBeGreaterThanOrEqual(chosen.minSessionTimeout);
      expect(chosen.sessionTimeout).toBeLessThanOrEqual(chosen.maxSessionTimeout);
      expect(chosen.ε).toBe(clock === 'virtual' ? 1 : 300);
    }
  });
});
