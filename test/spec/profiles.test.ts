import { describe, expect, test } from 'vitest';
import { loadSpec } from '../../src/spec/spec.js';
import { copyOfSpec, problemsOf } from './spec-directory.js';

describe('the profiles of the kit', () => {
  const { profiles, rules } = loadSpec();

  test('name the release they describe', () => {
    expect(profiles.byName.get('kafka-4.0')?.releases).toEqual(['4.0.2']);
    expect(profiles.byName.get('kafka-latest')?.releases).toEqual(['4.4.0']);
  });

  test('know the highest version of each API', () => {
    const highest = (profile: string, api: string) =>
      [...(profiles.byName.get(profile)?.areas.values() ?? [])]
        .map(({ apis }) => apis.get(api)?.max)
        .find((max) => max !== undefined);
    expect(highest('kafka-4.0', 'JoinGroup')).toBe(9);
    expect(highest('kafka-4.0', 'OffsetCommit')).toBe(9);
    expect(highest('kafka-latest', 'OffsetCommit')).toBe(10);
    expect(highest('kafka-latest', 'DeleteGroups')).toBe(3);
  });

  test('list the rules that differ in them, and only those', () => {
    for (const { name, areas } of profiles.profiles) {
      const listed = [...areas.values()].flatMap(({ differs }) => [...differs]);
      const stated = rules.rules
        .filter(({ differs }) => differs.some(({ profile }) => profile === name))
        .map(({ id }) => id);
      expect(listed.sort()).toEqual(stated.sort());
    }
  });
});

describe('a damaged profile', () => {
  const file = 'profiles/kafka-4.0.yaml';

  test.each([
    ['a misspelt field', 'releases:', 'release:', /unknown field 'release'.*'releases'/],
    ['an unknown area', '  offsets:', '  offset:', /unknown field 'offset'.*'offsets'/],
    [
      'an unknown API',
      'SyncGroup: 0-5',
      'SyncGroups: 0-5',
      /unknown api 'SyncGroups'.*'SyncGroup'/,
    ],
    ['an empty version range', 'SyncGroup: 0-5', 'SyncGroup: 5-0', /'5-0' is no version range/],
    ['an unknown rule', '[MEMBER-12]', '[MEMBER-12, MEMBER-99]', /unknown rule 'MEMBER-99'/],
    [
      'a rule of another area',
      '[MEMBER-12]',
      '[MEMBER-12, OFF-04]',
      /'OFF-04' belongs to area 'offsets'/,
    ],
    [
      'a rule that is the same',
      '[MEMBER-12]',
      '[MEMBER-12, JOIN-01]',
      /'JOIN-01' names no difference/,
    ],
    [
      'another file name',
      'profile: kafka-4.0',
      'profile: kafka-4.1',
      /belongs in a file 'kafka-4.1.yaml'/,
    ],
  ])('reports %s at its line', (_, before, after, message) => {
    const spec = copyOfSpec();
    const line = spec.edit(file, before, after);
    expect(problemsOf(spec)).toContainEqual(
      expect.objectContaining({ file, line, message: expect.stringMatching(message) }),
    );
  });

  test('that leaves out a rule is reported at the rule', () => {
    const spec = copyOfSpec();
    spec.edit(file, '[MEMBER-12]', '[]');
    expect(problemsOf(spec)).toEqual([
      expect.objectContaining({
        file: 'rules/member.yaml',
        message: expect.stringMatching(
          /'MEMBER-12' differs in 'kafka-4.0', but .* does not list it/,
        ),
      }),
    ]);
  });
});
