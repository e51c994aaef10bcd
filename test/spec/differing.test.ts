import { expect, test } from 'vitest';
import { decidedOtherwise, differingRules } from '../../src/spec/differing.js';
import { loadSpec } from '../../src/spec/spec.js';

const SPEC = loadSpec();
const { rules: RULES, profiles: PROFILES } = SPEC;

test('rules that a profile has otherwise differ', () => {
  expect(differingRules(RULES, ['kafka-4.0'])).toEqual(new Set(['MEMBER-12']));
  expect(decidedOtherwise(SPEC)).toContain('DEL-04');
  expect(differingRules(RULES, [])).toEqual(new Set());
});

test('what they have otherwise about groups of other types makes no difference to classic ones', () => {
  expect(RULES.byId.get('TYPE-01')?.differs.length).toBeGreaterThan(0);
  expect(decidedOtherwise(SPEC)).not.toContain('TYPE-01');
});

test('only profiles of releases have a say in what is decided otherwise', () => {
  const listed = (wanted: (releases: readonly string[]) => boolean) =>
    PROFILES.profiles.filter(({ releases }) => wanted(releases)).map(({ name }) => name);
  const [observed, imagined] = [listed((all) => all.length > 0), listed((all) => all.length === 0)];
  expect(decidedOtherwise(SPEC)).toEqual(differingRules(RULES, observed));
  expect(decidedOtherwise(SPEC)).not.toEqual(differingRules(RULES, [...observed, ...imagined]));
});
