import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildMessages, loadMessages } from '../../src/spec/messages.js';
import { InvalidDataError, type Problem } from '../../src/spec/problem.js';
import { parseYamlSource } from '../../src/spec/yaml-source.js';

describe('the messages of the kit', () => {
  test('have the API keys and versions of Kafka', () => {
    const rows = [...loadMessages().apis.values()].map(
      ({ name, apiKey, versions, flexible }) =>
        `${name} ${apiKey} ${versions.min}-${versions.max} flexible ${flexible?.min}+`,
    );
    expect(rows).toEqual([
      'ApiVersions 18 0-4 flexible 3+',
      'CreateTopics 19 2-7 flexible 5+',
      'DeleteGroups 42 0-3 flexible 2+',
      'DescribeConfigs 32 0-4 flexible 4+',
      'DescribeGroups 15 0-6 flexible 5+',
      'Fetch 1 4-17 flexible 12+',
      'FindCoordinator 10 0-6 flexible 3+',
      'Heartbeat 12 0-4 flexible 4+',
      'InitProducerId 22 0-5 flexible 2+',
      'JoinGroup 11 0-9 flexible 6+',
      'LeaveGroup 13 0-5 flexible 4+',
      'ListGroups 16 0-5 flexible 3+',
      'ListOffsets 2 1-10 flexible 6+',
      'Metadata 3 0-13 flexible 9+',
      'OffsetCommit 8 2-9 flexible 8+',
      'OffsetFetch 9 1-9 flexible 6+',
      'Produce 0 3-11 flexible 9+',
      'SaslAuthenticate 36 0-2 flexible 2+',
      'SaslHandshake 17 0-1 flexible undefined+',
      'SyncGroup 14 0-5 flexible 4+',
    ]);
  });

  test('include the records and embedded protocols', () => {
    const rows = [...loadMessages().data.values()].map(
      ({ name, versions, flexible }) =>
        `${name} ${versions.min}-${versions.max} flexible ${flexible?.min ?? 'never'}`,
    );
    expect(rows).toEqual([
      'ConsumerProtocolAssignment 0-3 flexible never',
      'ConsumerProtocolSubscription 0-3 flexible never',
      'GroupMetadataKey 2-2 flexible never',
      'GroupMetadataValue 0-4 flexible 4',
      'OffsetCommitKey 0-1 flexible never',
    ]);
  });
});

describe('a message file', () => {
  const request = (fields: string): string =>
    `api: Test\nkey: 1\nversions: 0-3\nflexible: 2+\nresponse: {}\nrequest:\n${fields}`;

  test.each([
    [
      'a version after the last',
      '  a: { type: int8, versions: 4+ }',
      7,
      'versions 4+ are not within 0-3',
    ],
    [
      'a range that reaches out',
      '  a: { type: int8, versions: 1-4 }',
      7,
      'versions 1-4 are not within 0-3',
    ],
    ['an empty range', '  a: { type: int8, versions: 3-1 }', 7, 'versions 3-1 are not within 0-3'],
    [
      'a field outside its parent',
      '  a:\n    type: A[]\n    versions: 2+\n    fields:\n      b: { type: int8, versions: 1+ }\n      c: int8',
      11,
      'versions 1+ are not within 2-3',
    ],
    [
      'null in a version without the field',
      '  a: { type: string, versions: 2+, nullable: 1+ }',
      7,
      'versions 1+ are not within 2-3',
    ],
    [
      'null for an integer',
      '  a: { type: int8, nullable: true }',
      7,
      'int8 has no null on the wire',
    ],
    [
      'a text default of an integer',
      '  a: { type: int8, default: x }',
      7,
      'default "x" is not of type int8',
    ],
    [
      'a default out of range',
      '  a: { type: int8, default: 128 }',
      7,
      'default 128 is not of type int8',
    ],
    ['a broken default', '  a: { type: int32, default: 1.5 }', 7, "'request.a.default' must be"],
    ['a number for a bool', '  a: { type: bool, default: 1 }', 7, 'default 1 is not of type bool'],
    [
      'a default of an array',
      "  a: { type: 'int8[]', default: 1 }",
      7,
      'default 1 is not of type int8[]',
    ],
    [
      'a null default of what is never null',
      '  a: { type: string, default: null }',
      7,
      'null is no default',
    ],
    [
      'a tag twice',
      '  a: { type: int8, versions: 2+, tag: 0 }\n  b: { type: int8, versions: 2+, tag: 0 }',
      8,
      "tag 0 is already that of 'a'",
    ],
    ['a tag before flexible versions', '  a: { type: int8, tag: 0 }', 7, "but 'a' is in version 0"],
    ['a structure without fields', '  a: { type: A }', 7, "structure A needs 'fields'"],
    ['fields of a scalar', '  a: { type: int8, fields: { b: int8 } }', 7, "int8 has no 'fields'"],
    [
      'one name for two structures',
      '  a: { type: A, fields: { b: int8 } }\n  c: { type: A, fields: { b: int8 } }',
      8,
      'A is already the name of another structure here',
    ],
    [
      'elements of no size',
      '  a:\n    type: A[]\n    fields:\n      b: { type: int8, versions: 1+ }',
      10,
      'no field exists in version 0',
    ],
    ['a type that does not exist', '  a: int7', 7, "'request.a' must match pattern"],
    ['a misspelt key', '  a: { type: int8, version: 1 }', 7, "did you mean 'versions'?"],
    ['a field name in upper case', '  A: int8', 7, "'request' must"],
  ])('with %s is refused at its line', (_what, fields, line, message) => {
    const problems = problemsOf({ 'Test.yaml': request(fields) });
    expect(problems.map((problem) => problem.message).join('\n')).toContain(message);
    expect(problems.map((problem) => problem.line)).toContain(line);
  });

  test.each([
    [
      'of an open range of versions',
      'data: Test\nversions: 0+\nfields: {}',
      2,
      'not a closed range',
    ],
    [
      'flexible for a while only',
      'data: Test\nversions: 0-3\nflexible: 1-2\nfields: {}',
      3,
      'last to its end',
    ],
    [
      'flexible from beyond',
      'data: Test\nversions: 0-3\nflexible: 4+\nfields: {}',
      3,
      'start within 0-3',
    ],
    [
      'of another name',
      'data: Toast\nversions: 0\nfields: {}',
      1,
      'the file name says Test, not Toast',
    ],
    ['of nothing', 'versions: 0', 1, "must have either 'api' or 'data'"],
    [
      'of an API and of data',
      'api: Test\ndata: Test\nkey: 1\nversions: 0\nrequest: {}\nresponse: {}\nfields: {}',
      1,
      "must have either 'api' or 'data'",
    ],
    ['without a response', 'api: Test\nkey: 1\nversions: 0\nrequest: {}', 1, 'response'],
  ])('%s is refused at its line', (_what, text, line, message) => {
    const problems = problemsOf({ 'Test.yaml': text });
    expect(problems).toEqual([
      expect.objectContaining({ line, message: expect.stringContaining(message) }),
    ]);
  });

  test('with the API key of another is refused', () => {
    const file = (name: string): string =>
      `api: ${name}\nkey: 7\nversions: 0\nrequest: {}\nresponse: {}`;
    const problems = problemsOf({ 'A.yaml': file('A'), 'B.yaml': file('B') });
    expect(problems).toEqual([
      { file: 'B.yaml', line: 2, column: 6, message: 'API key 7 is already that of A' },
    ]);
  });

  test('says all that is wrong with it at once', () => {
    const fields = '  a: { type: int8, versions: 9 }\n  b: { type: int8, default: 999 }';
    expect(problemsOf({ 'Test.yaml': request(fields) }).map((problem) => problem.line)).toEqual([
      7, 8,
    ]);
  });
});

test('a directory is refused with the problems of all its files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'groupspec-'));
  writeFileSync(join(directory, 'A.yaml'), 'data: A\nversions: 0\nfields: { a: int7 }\n');
  writeFileSync(join(directory, 'B.yaml'), 'data: [\n');
  writeFileSync(
    join(directory, 'C.yaml'),
    'data: C\nversions: 0\nfields: { c: { type: int8, versions: 3 } }\n',
  );
  const files = (error: unknown): string[] =>
    error instanceof InvalidDataError ? error.problems.map((problem) => problem.file) : [];
  let failure: unknown;
  try {
    loadMessages(directory);
  } catch (error) {
    failure = error;
  }
  expect(new Set(files(failure))).toEqual(
    new Set(['A.yaml', 'B.yaml', 'C.yaml'].map((name) => join(directory, name))),
  );
});

function problemsOf(files: Readonly<Record<string, string>>): Problem[] {
  const problems: Problem[] = [];
  const sources = Object.entries(files).map(([name, text]) => parseYamlSource(name, text));
  buildMessages(sources, problems);
  return problems;
}
