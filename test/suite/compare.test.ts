import { describe, expect, it } from 'vitest';
import { apiSchema, messageCatalog } from '../../src/protocol/apis.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { loadComparison } from '../../src/spec/comparison.js';
import { errorCode } from '../../src/spec/errors.js';
import type { Vocabulary } from '../../src/suite/cases/vocabulary.js';
import { compare } from '../../src/suite/judge/compare.js';
import { expectStruct } from '../../src/suite/judge/expected.js';
import { Symbols } from '../../src/suite/run/symbols.js';

const comparison = loadComparison(messageCatalog());

function differences(
  data: Readonly<Record<string, unknown>>,
  actual: MessageBody,
  options: { readonly version?: number; readonly symbols?: Symbols } = {},
): string[] {
  const { version = 9, symbols = new Symbols() } = options;
  const vocabulary: Vocabulary = {
    symbol: (name) => symbols.get(name),
    groupId: (local) => local,
    errorCode,
    duration: Number,
  };
  const schema = apiSchema('JoinGroup').response;
  const expected = expectStruct({ schema, version, vocabulary, comparison }, schema.fields, data);
  return compare({ symbols, render: String, gist: String }, expected, actual).map(
    ({ path, expected: wanted, actual: got }) => `${path}: ${wanted} / ${got}`,
  );
}

/** JoinGroup v9 as WIRE-01 says an error looks. */
const REFUSED: MessageBody = {
  throttleTimeMs: 0,
  errorCode: 25,
  generationId: -1,
  protocolType: null,
  protocolName: null,
  leader: '',
  skipAssignment: false,
  memberId: '',
  members: [],
};

describe('comparison of an answer', () => {
  it('finds nothing where every field is as named or default', () => {
    expect(differences({ errorCode: 'UNKNOWN_MEMBER_ID' }, REFUSED)).toEqual([]);
  });

  it('tells null from empty', () => {
    expect(
      differences({ errorCode: 'UNKNOWN_MEMBER_ID' }, { ...REFUSED, protocolName: '' }),
    ).toEqual(['protocolName: null / ']);
  });

  it('tells absent from null', () => {
    const { protocolType: _absent, ...rest } = REFUSED;
    expect(differences({ errorCode: 'UNKNOWN_MEMBER_ID' }, rest)).toEqual([
      'protocolType: null / absent',
    ]);
  });

  it('reports a field that the version does not have', () => {
    expect(differences({ errorCode: 'UNKNOWN_MEMBER_ID' }, { ...REFUSED, extra: 1 })).toEqual([
      'extra: no such field / 1',
    ]);
  });

  it('expects the empty name where null cannot be said', () => {
    const { protocolType: _type, skipAssignment: _skip, ...rest } = REFUSED;
    const old = { ...rest, protocolName: '' };
    expect(differences({ errorCode: 'UNKNOWN_MEMBER_ID' }, old, { version: 6 })).toEqual([]);
  });

  it('leaves throttling alone', () => {
    expect(
      differences({ errorCode: 'UNKNOWN_MEMBER_ID' }, { ...REFUSED, throttleTimeMs: 77 }),
    ).toEqual([]);
  });

  const member = (memberId: string, ...metadata: number[]) => ({
    memberId,
    groupInstanceId: null,
    metadata: Uint8Array.from(metadata),
  });
  const expectMembers = (...metadata: string[]) => ({
    errorCode: 'UNKNOWN_MEMBER_ID',
    members: metadata.map((bytes, index) => ({ memberId: `id-${index}`, metadata: bytes })),
  });

  it('takes members in any order (MEMBER-02)', () => {
    const actual = { ...REFUSED, members: [member('id-1', 2), member('id-0', 1)] };
    expect(differences(expectMembers('hex:01', 'hex:02'), actual)).toEqual([]);
  });

  it('names the one byte that differs in its member', () => {
    const actual = { ...REFUSED, members: [member('id-1', 3), member('id-0', 1)] };
    expect(differences(expectMembers('hex:01', 'hex:02'), actual)).toEqual([
      'members[0].metadata: 2 / 3',
    ]);
  });

  it('counts members before it compares them', () => {
    const actual = { ...REFUSED, members: [member('id-0', 1)] };
    expect(differences(expectMembers('hex:01', 'hex:02'), actual)[0]).toMatch(
      /^members: 2 entries: .* \/ 1 entry: /,
    );
  });
});

describe('symbols', () => {
  const handedOut = { errorCode: 'UNKNOWN_MEMBER_ID', memberId: '$A' };

  it('bind on first sight and are compared by identity from then on', () => {
    const symbols = new Symbols();
    expect(differences(handedOut, { ...REFUSED, memberId: 'x' }, { symbols })).toEqual([]);
    expect(differences(handedOut, { ...REFUSED, memberId: 'x' }, { symbols })).toEqual([]);
    expect(differences(handedOut, { ...REFUSED, memberId: 'y' }, { symbols })).toEqual([
      'memberId: $A / y',
    ]);
  });

  it('refuse an id that is another member’s', () => {
    const symbols = new Symbols([['B', 'x']]);
    expect(differences(handedOut, { ...REFUSED, memberId: 'x' }, { symbols })).toEqual([
      'memberId: a new id for A / the id of B',
    ]);
  });

  it('refuse no id at all', () => {
    expect(differences(handedOut, REFUSED)).toEqual(['memberId: an id for A / ']);
  });

  it('take arithmetic on numbers', () => {
    const symbols = new Symbols([['generation', 4]]);
    const data = { errorCode: 'UNKNOWN_MEMBER_ID', generationId: '$generation + 1' };
    expect(differences(data, { ...REFUSED, generationId: 5 }, { symbols })).toEqual([]);
    expect(differences(data, { ...REFUSED, generationId: 4 }, { symbols })).toEqual([
      'generationId: 5 ($generation + 1) / 4',
    ]);
  });
});
