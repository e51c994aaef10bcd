import { describe, expect, test } from 'vitest';
import { errorCode, errorName, loadErrors, UnknownErrorNameError } from '../../src/spec/errors.js';
import { copyOfSpec, problemsOf } from './spec-directory.js';

describe('the error table', () => {
  test.each([
    ['UNKNOWN_SERVER_ERROR', -1],
    ['NONE', 0],
    ['COORDINATOR_LOAD_IN_PROGRESS', 14],
    ['COORDINATOR_NOT_AVAILABLE', 15],
    ['NOT_COORDINATOR', 16],
    ['ILLEGAL_GENERATION', 22],
    ['INCONSISTENT_GROUP_PROTOCOL', 23],
    ['INVALID_GROUP_ID', 24],
    ['UNKNOWN_MEMBER_ID', 25],
    ['INVALID_SESSION_TIMEOUT', 26],
    ['REBALANCE_IN_PROGRESS', 27],
    ['NON_EMPTY_GROUP', 68],
    ['GROUP_ID_NOT_FOUND', 69],
    ['MEMBER_ID_REQUIRED', 79],
    ['GROUP_MAX_SIZE_REACHED', 81],
    ['FENCED_INSTANCE_ID', 82],
    ['GROUP_SUBSCRIBED_TO_TOPIC', 86],
    ['UNSTABLE_OFFSET_COMMIT', 88],
    ['FENCED_MEMBER_EPOCH', 110],
    ['STALE_MEMBER_EPOCH', 113],
  ])('gives %s code %i, both ways', (name, code) => {
    expect(errorCode(name)).toBe(code);
    expect(errorName(code)).toBe(name);
  });

  test('has every code up to its newest once', () => {
    const codes = loadErrors().errors.map(({ code }) => code);
    expect(codes).toEqual(codes.map((_, index) => index - 1));
  });

  test('knows what clients may retry', () => {
    const { byName } = loadErrors();
    expect(byName.get('NOT_COORDINATOR')?.retriable).toBe(true);
    expect(byName.get('UNKNOWN_MEMBER_ID')?.retriable).toBe(false);
    expect(byName.get('REBALANCE_IN_PROGRESS')?.retriable).toBe(false);
  });

  test('shows a code that Kafka does not have instead of failing on it', () => {
    expect(errorName(999)).toBe('error 999');
  });

  test('answers a misspelt name with the nearest one', () => {
    expect(() => errorCode('UNKNOWN_MEMBER')).toThrow(UnknownErrorNameError);
    expect(() => errorCode('UNKNOWN_MEMBER')).toThrow("did you mean 'UNKNOWN_MEMBER_ID'?");
  });
});

describe('a damaged error table', () => {
  test('reports a code and a name used twice, each at its line', () => {
    const spec = copyOfSpec();
    const code = spec.edit('errors.yaml', '{ code: 36,', '{ code: 35,');
    const name = spec.edit('errors.yaml', 'name: INVALID_RECORD,', 'name: NON_EMPTY_GROUP,');
    expect(problemsOf(spec)).toEqual([
      expect.objectContaining({
        file: 'errors.yaml',
        line: code,
        message: 'code 35 is already that of UNSUPPORTED_VERSION',
      }),
      expect.objectContaining({ line: name, message: 'NON_EMPTY_GROUP already has code 68' }),
    ]);
  });

  test('reports a misspelt field', () => {
    const spec = copyOfSpec();
    const before = '{ code: 79, name: MEMBER_ID_REQUIRED, retriable: false }';
    const line = spec.edit('errors.yaml', before, before.replace('retriable', 'retryable'));
    expect(problemsOf(spec)).toContainEqual(
      expect.objectContaining({
        line,
        message: expect.stringContaining("did you mean 'retriable'"),
      }),
    );
  });
});
