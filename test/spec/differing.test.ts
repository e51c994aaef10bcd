import { expect, test } from 'vitest';
import { decidedOtherwise, differingRules } from '../../src/spec/differing.js';
import { loadRules } from '../../src/spec/rules.js';

const RULES = loadRules();

test('rules that a profile has otherwise differ', () => {
  expect(differingRules(RULES, ['kafka-4.0'])).toEqual(new Set(['MEMBER-12']));
  expect(decidedOtherwise(RULES)).toContain('DEL-04');
  expect(differingRules(RULES, [])).toEqual(new Set());
});

test('what they have otherwise about groups of other types makes no difference to classic ones', () => {
  expect(RULES.byId.get('TYPE-01')?.differs.length).toBeGreaterThan(0);
  expect(decidedOtherwise(RULES)).not.toContain('TYPE-01');
});
