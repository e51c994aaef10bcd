import { describe, expect, test } from 'vitest';
import { defaultConfiguration, loadConfig } from '../../src/spec/config.js';
import { copyOfSpec, problemsOf } from './spec-directory.js';

describe('the configuration of the kit', () => {
  const config = loadConfig();

  test('has the defaults of Apache Kafka', () => {
    expect(defaultConfiguration(config)).toMatchObject({
      'group.min.session.timeout.ms': 6000,
      'group.max.session.timeout.ms': 1_800_000,
      'group.initial.rebalance.delay.ms': 3000,
      'group.max.size': 2_147_483_647,
      'offsets.commit.timeout.ms': 5000,
      'offset.metadata.max.bytes': 4096,
      'offsets.topic.num.partitions': 50,
    });
  });

  test('knows defaults that a profile changed', () => {
    const linger = 'group.coordinator.append.linger.ms';
    expect(defaultConfiguration(config, 'kafka-4.0')[linger]).toBe(5);
    expect(defaultConfiguration(config, 'kafka-latest')[linger]).toBe(-1);
  });

  test('keeps words apart from numbers', () => {
    const policy = config.byName.get('group.consumer.migration.policy');
    expect(policy).toMatchObject({ unit: 'choice', default: 'bidirectional' });
    expect(Object.keys(defaultConfiguration(config))).not.toContain(policy?.name);
  });
});

test('a fixed time of the protocol is described but is no default that an adapter could be given', () => {
  const config = loadConfig();
  expect(config.byName.get('new.member.join.timeout.ms')).toMatchObject({
    fixed: true,
    default: 300_000,
  });
  expect(defaultConfiguration(config)).not.toHaveProperty(['new.member.join.timeout.ms']);
});

describe('a damaged configuration file', () => {
  test.each([
    ['a misspelt field', 'unit: minutes', 'units: minutes', /unknown field 'units'.*'unit'/],
    ['an unknown unit', 'unit: minutes', 'unit: bits', /"bits"; allowed: ms, minutes, bytes/],
    ['an unknown rule', 'governs: [OFF-03]', 'governs: [OFF-30]', /unknown rule 'OFF-30'/],
    ['an unknown profile', 'profile: kafka-latest', 'profile: kafka-late', /unknown profile/],
    [
      'a default out of range',
      'default: 50\n',
      'default: 0\n',
      /default 0 is outside 1 to 2147483647/,
    ],
    [
      'an empty range',
      '{ min: 300000, max: 300000 }',
      '{ min: 300001, max: 300000 }',
      /range is empty/,
    ],
    [
      'a default that is no choice',
      'default: bidirectional',
      'default: both',
      /not one of disabled/,
    ],
    [
      'a setting described twice',
      'name: offset.metadata.max.bytes',
      'name: group.max.size',
      /already/,
    ],
  ])('reports %s at its line', (_, before, after, message) => {
    const spec = copyOfSpec();
    const line = spec.edit('config.yaml', before, after);
    expect(problemsOf(spec)).toContainEqual(
      expect.objectContaining({
        file: 'config.yaml',
        line,
        message: expect.stringMatching(message),
      }),
    );
  });
});
