import { describe, expect, test } from 'vitest';
import { loadKit } from '../../src/kit.js';
import {
  danglingCases,
  decidedOtherwise,
  differingRules,
  shownOtherwise,
} from '../../src/spec/differing.js';
import type { Profile } from '../../src/spec/profiles.js';
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

test('only profiles of releases that can be driven have a say in what is decided otherwise', () => {
  const isDriven = ({ releases, brokerOnly }: Profile) => releases.length > 0 && !brokerOnly;
  const names = (of: readonly Profile[]) => of.map(({ name }) => name);
  const { profiles } = PROFILES;
  expect(decidedOtherwise(SPEC)).toEqual(differingRules(RULES, names(profiles.filter(isDriven))));
  expect(decidedOtherwise(SPEC)).not.toEqual(differingRules(RULES, names(profiles)));
});

describe('A case shows that a profile has a rule otherwise', () => {
  const shown = (exact: boolean, id: string, ...rules: readonly string[]) =>
    shownOtherwise(RULES, ['kafka-3.9'], exact)({ id, data: { rules } });

  test('if it cites the rule, unless the difference names its cases', () => {
    expect(shown(false, 'any/case', 'HB-00', 'RT-02')).toBe('RT-02');
    expect(shown(false, 'any/case', 'SYNC-07')).toBeUndefined();
    expect(shown(false, 'any/case', 'HB-00')).toBeUndefined();
  });

  test('if the difference names it', () => {
    expect(shown(false, 'list/states-filter-finds', 'LIST-02')).toBe('LIST-02');
  });

  test('if it cites a quirk in exact mode, where tolerating does not help', () => {
    expect(shown(false, 'any/case', 'LEAVE-07')).toBeUndefined();
    expect(shown(true, 'any/case', 'LEAVE-07')).toBe('LEAVE-07');
  });
});

test('cases that differences name are there', () => {
  const found = danglingCases(RULES, new Set());
  expect(found.map(({ message }) => message)).toContain(
    "'LIST-02' names a case for profile 'kafka-3.9' that is not there: 'list/states-filter-finds'",
  );
  expect(danglingCases(RULES, new Set(loadKit().cases.map(({ id }) => id)))).toEqual([]);
});
