import { describe, expect, it } from 'vitest';
import { actualOf } from '../../src/deviations/actual.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { createRenderer } from '../../src/suite/run/render.js';
import { type CaseName, smallKit } from '../fakes/small-kit.js';
import {
  answersInBytesNobodyCanRead,
  answersParkedJoinsAtOnce,
  changesField,
  closesConnections,
  type Fault,
  withFault,
} from '../fakes/wrong-adapters.js';

const { reference, resultOf } = smallKit();

/** What a deviations file pins of the failure, with its step; the whole as it is written there. */
async function pinned(fault: Fault, name: CaseName): Promise<unknown> {
  const { failure } = await resultOf(withFault(reference, fault), name, { maxAttempts: 2 });
  if (failure === undefined) throw new Error('it does not fail');
  const actual = actualOf(failure);
  return [failure.at, actual.kind === 'outcome' ? actual.word : Object.fromEntries(actual.values)];
}

describe('Of a failure a known deviation pins', () => {
  it('of an id that was never seen only that', async () => {
    const stranger = changesField('JoinGroup', 'leader', 'stranger-7f48b40088d0');
    expect(await pinned(stranger, 'first-join')).toEqual([3, { 'A leader': ['an unknown id'] }]);
  });

  it('of a field its value', async () => {
    expect(await pinned(changesField('Heartbeat', 'errorCode', 0), 'heartbeat')).toEqual([
      1,
      { 'A errorCode': ['NONE'] },
    ]);
  });

  it('of an answer that should not have come its error', async () => {
    expect(await pinned(answersParkedJoinsAtOnce, 'first-join')).toEqual([
      1,
      { 'A JoinGroup': ['answered REBALANCE_IN_PROGRESS'] },
    ]);
  });

  it('of an opening that goes wrong the error', async () => {
    expect(await pinned(changesField('JoinGroup', 'errorCode', 25), 'sync')).toEqual([
      'opening',
      { 'A errorCode': ['answered UNKNOWN_MEMBER_ID'] },
    ]);
  });

  it('of bytes that cannot be read only that', async () => {
    expect(await pinned(answersInBytesNobodyCanRead('Heartbeat'), 'heartbeat')).toEqual([
      1,
      { 'A Heartbeat': ['undecodable'] },
    ]);
  });

  it('of a connection that is closed only that', async () => {
    expect(await pinned(closesConnections('Heartbeat'), 'heartbeat')).toEqual([
      1,
      'connection closed',
    ]);
  });
});

describe('The gist of a value', () => {
  const { value, gist, gistOfAnswer } = createRenderer(
    { nameOf: (id) => (id === 'id-of-a' ? 'A' : undefined) },
    'groupspec-run-',
    {
      code: () => 0,
      name: (code) => ({ 0: 'NONE', 16: 'NOT_COORDINATOR' })[code] ?? `code ${code}`,
    },
    (id) => id === 'nobody',
  );

  it.each<[string, MessageBody[string], string]>([
    ['memberId', 'id-of-a', '$A'],
    ['memberId', 'nobody', 'nobody'],
    ['memberId', '', "''"],
    ['memberId', null, 'null'],
    ['memberId', '0x7f48', 'an unknown id'],
    ['leader', '0x7f48', 'an unknown id'],
    ['protocolName', '0x7f48', '0x7f48'],
    ['groupId', 'groupspec-run-group', 'group'],
    ['errorMessage', 'no group groupspec-run-group', "'no group group'"],
    ['members', [{ memberId: 'x' }, { memberId: 'y' }], '2 entries'],
    ['value', { leader: '0x7f48', generation: 3 }, '{ leader: an unknown id, generation: 3 }'],
    ['currentStateTimestamp', 1_764_460_800_000n, 'a time'],
    ['currentStateTimestamp', 3000n, '3000'],
  ])('%s %s is %s', (field, given, told) => {
    expect(gist(given, field)).toBe(told);
  });

  it('leaves what the report shows as it is', () => {
    expect(value('0x7f48')).toBe('0x7f48');
  });

  it.each<[string, MessageBody]>([
    ['answered NONE', { errorCode: 0, members: [] }],
    [
      'answered NONE, NOT_COORDINATOR',
      { errorCode: 0, members: [{ errorCode: 0 }, { errorCode: 16 }] },
    ],
    ['answered NONE, NOT_COORDINATOR', { results: [{ errorCode: 0 }, { errorCode: 16 }] }],
    ['answered no error code', { generationId: 1 }],
  ])('of a whole answer is %s', (told, body) => {
    expect(gistOfAnswer(body)).toBe(told);
  });
});
