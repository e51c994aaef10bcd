import { describe, expect, test } from 'vitest';
import { apiSchema, completeRequest, completeResponse } from '../../src/protocol/apis.js';
import { completeMessage, projectMessage } from '../../src/protocol/complete.js';
import type { MessageBody } from '../../src/protocol/message-body.js';

const join = apiSchema('JoinGroup');

describe('the complete form', () => {
  test('of an empty JoinGroup response has the default of every field', () => {
    expect(completeResponse('JoinGroup', {})).toEqual({
      throttleTimeMs: 0,
      errorCode: 0,
      generationId: -1,
      protocolType: null,
      protocolName: null,
      leader: '',
      skipAssignment: false,
      memberId: '',
      members: [],
    });
  });

  test('of an empty JoinGroup request has the default of every field', () => {
    expect(completeRequest('JoinGroup', {})).toEqual({
      groupId: '',
      sessionTimeoutMs: 0,
      rebalanceTimeoutMs: -1,
      memberId: '',
      groupInstanceId: null,
      protocolType: '',
      protocols: [],
      reason: null,
    });
  });

  test('reaches into the elements of arrays and keeps what is given', () => {
    const body = { members: [{ memberId: 'm', metadata: new Uint8Array([1]) }], leader: 'm' };
    expect(completeResponse('JoinGroup', body)).toMatchObject({
      leader: 'm',
      members: [{ memberId: 'm', groupInstanceId: null, metadata: new Uint8Array([1]) }],
    });
  });

  test('joins the fields of versions that exclude each other', () => {
    expect(Object.keys(completeRequest('LeaveGroup', {}))).toEqual([
      'groupId',
      'memberId',
      'members',
    ]);
    expect(Object.keys(completeRequest('FindCoordinator', {}))).toEqual([
      'key',
      'keyType',
      'coordinatorKeys',
    ]);
  });

  test('does not change its argument', () => {
    const body: MessageBody = Object.freeze({ members: Object.freeze([Object.freeze({})]) });
    completeMessage(join.response, body);
    expect(body).toEqual({ members: [{}] });
  });

  test('keeps undefined from standing for a value', () => {
    const body = { leader: undefined } as unknown as MessageBody;
    expect(completeResponse('JoinGroup', body).leader).toBe('');
  });
});

describe('the projection', () => {
  test('drops what the version lacks and adds what it has', () => {
    expect(
      projectMessage(join.request, 0, { groupId: 'g', reason: 'r', groupInstanceId: 'i' }),
    ).toEqual({
      groupId: 'g',
      sessionTimeoutMs: 0,
      memberId: '',
      protocolType: '',
      protocols: [],
    });
  });

  test('reaches into the elements of arrays', () => {
    const body = { members: [{ memberId: 'm', groupInstanceId: 'i' }] };
    expect(projectMessage(join.response, 4, body)['members']).toEqual([
      { memberId: 'm', metadata: new Uint8Array(0) },
    ]);
    expect(projectMessage(join.response, 5, body)['members']).toEqual([
      { memberId: 'm', groupInstanceId: 'i', metadata: new Uint8Array(0) },
    ]);
  });

  test('turns null into empty where the version has no null, and only there', () => {
    expect(projectMessage(join.response, 6, { protocolName: null })['protocolName']).toBe('');
    expect(projectMessage(join.response, 6, {})['protocolName']).toBe('');
    expect(projectMessage(join.response, 7, { protocolName: null })['protocolName']).toBeNull();
  });

  test('leaves a null that is wrong in every version for the encoder to refuse', () => {
    expect(projectMessage(join.response, 9, { leader: null })['leader']).toBeNull();
  });
});

describe.each([
  ['completing', (body: MessageBody) => completeMessage(join.response, body)],
  ['projecting', (body: MessageBody) => projectMessage(join.response, 9, body)],
])('%s', (_what, shape) => {
  test('refuses a field that no version has, at its place', () => {
    expect(() => shape({ member: [] })).toThrow(
      "there is no field 'member'; did you mean 'members'?",
    );
    expect(() => shape({ members: [{}, { member: 'm' }] })).toThrow(
      "members[1] at byte 0: there is no field 'member'",
    );
  });

  test('leaves ill-typed values for the encoder to refuse', () => {
    expect(shape({ members: 'nobody', leader: 5 })).toMatchObject({ members: 'nobody', leader: 5 });
    expect(shape({ members: ['m'] })).toMatchObject({ members: ['m'] });
  });
});

test('projecting to a version that does not exist is refused', () => {
  expect(() => projectMessage(join.response, 10, {})).toThrow(
    'there is no such version; known are 0-9',
  );
});
