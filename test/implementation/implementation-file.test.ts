import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Adapter, AdapterError, type Implementation } from '../../src/adapter/adapter.js';
import { describedBy } from '../../src/implementation/described.js';
import { loadImplementation } from '../../src/implementation/implementation-file.js';
import { loadKitSpec } from '../../src/kit.js';
import { InvalidDataError } from '../../src/spec/problem.js';
import { caseFiles } from '../fakes/case-files.js';
import { IMPLEMENTATION } from '../report/results.js';

const HEAD = `name: mock
title: A mock
homepage: https://example.org/mock
obtain: npm i mock
`;

function load(more: string, name = 'mock.yaml') {
  const directory = caseFiles({ [name]: `${HEAD}${more}`, 'known.yaml': 'deviations: []\n' });
  return { directory, file: loadImplementation(join(directory, name), loadKitSpec().spec) };
}

function problemsIn(more: string, name?: string): string[] {
  try {
    load(more, name);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidDataError)) throw error;
    return error.problems.map(({ line, message }) => `${line}: ${message}`);
  }
}

describe('An implementation file', () => {
  it('need not say more than what it is and where it is to be had', () => {
    expect(load('').file).toMatchObject({
      name: 'mock',
      title: 'A mock',
      version: null,
      adapter: null,
      profile: null,
      configuration: {},
      has: [],
      lacks: [],
      deviations: null,
      options: {},
    });
  });

  it('says how the implementation is started, judged and known', () => {
    const { directory, file } = load(`version: '1.2'
adapter: { spawn: ./mock --port 0 }
profile: kafka-4.0
configuration: { group.max.size: 4 }
capabilities: { has: [records], lacks: [reload] }
deviations: known.yaml
options: { longest-case: 90, answer-timeout: 500, exact: true }
`);
    expect(file).toEqual({
      file: join(directory, 'mock.yaml'),
      directory,
      name: 'mock',
      title: 'A mock',
      version: '1.2',
      homepage: 'https://example.org/mock',
      obtain: 'npm i mock',
      adapter: 'spawn:./mock --port 0',
      profile: 'kafka-4.0',
      configuration: { 'group.max.size': 4 },
      has: ['records'],
      lacks: ['reload'],
      deviations: join(directory, 'known.yaml'),
      options: { longestCase: 90, answerTimeout: 500, exact: true },
    });
  });

  it.each([
    ['another name than its file', '', "1: implementation 'mock' belongs in a file 'mock.yaml'"],
  ])('is refused with %s', (_what, more, problem) => {
    expect(problemsIn(more, 'other.yaml')).toEqual([problem]);
  });

  it.each([
    [
      'a profile that does not exist',
      'profile: kafka-4.1',
      /^5: unknown profile 'kafka-4\.1'; did you mean kafka-4\.0\? Known: /,
    ],
    [
      'a setting that does not exist',
      'configuration:\n  group.max.sise: 4',
      /^6: unknown setting 'group\.max\.sise'; did you mean group\.max\.size\? Known: /,
    ],
    [
      'a setting out of its range',
      'configuration:\n  group.max.size: 0',
      /^6: Kafka takes 1 to 2147483647$/,
    ],
    [
      'a file of deviations that is not there',
      'deviations: unknown.yaml',
      /^5: there is no file \S+unknown\.yaml$/,
    ],
    [
      'a capability that it has and lacks',
      'capabilities: { has: [records], lacks: [records] }',
      /^5: 'records' is told as had, too$/,
    ],
    [
      'two ways to reach it',
      'adapter: { tcp: localhost:9092, spawn: ./mock }',
      /^5: 'adapter' must NOT have more than 1 properties$/,
    ],
    [
      'a misspelt option',
      'options: { longest-cases: 3 }',
      /^5: unknown field 'longest-cases' in 'options'; did you mean 'longest-case'\?/,
    ],
  ])('is refused with %s, at its line', (_what, more, problem) => {
    expect(problemsIn(more)).toEqual([expect.stringMatching(problem)]);
  });
});

describe('What an adapter says of an implementation', () => {
  const adapterOf = (implementation: Implementation): Adapter => ({
    contractVersion: 1,
    describe: async () => implementation,
    open: () => Promise.reject(new AdapterError('not here')),
    close: async () => {},
  });

  it('goes by the name of the file, without what it says is lacking', async () => {
    const { file } = load('capabilities: { lacks: [records] }\n');
    const described = await describedBy(file, adapterOf(IMPLEMENTATION)).describe();
    expect(described).toEqual({
      ...IMPLEMENTATION,
      name: 'mock',
      capabilities: new Set(['virtual-clock']),
    });
  });

  it('is a fault where the file says that there is more', async () => {
    const { directory, file } = load('capabilities: { has: [records, reload] }\n');
    await expect(describedBy(file, adapterOf(IMPLEMENTATION)).describe()).rejects.toThrow(
      new AdapterError(
        `${join(directory, 'mock.yaml')} says that mock has reload, which the adapter does not offer here`,
      ),
    );
  });
});
