import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import type { ApiName, RequestOf, ResponseOf } from '../../src/protocol/apis.js';
import type {
  GroupMetadataValueMember,
  JoinGroupRequest,
  JoinGroupResponse,
} from '../../src/protocol/generated-messages.js';
import type { MessageBody } from '../../src/protocol/message-body.js';
import { messageTypesSource } from '../../src/protocol/message-types.js';
import { loadMessages } from '../../src/spec/messages.js';
import { packageRoot } from '../../src/spec/package-root.js';

test('the message types are those of spec/messages (else: npm run generate)', () => {
  const file = join(packageRoot(), 'src/protocol/generated-messages.ts');
  expect(readFileSync(file, 'utf8')).toBe(messageTypesSource(loadMessages()));
});

// Compile-time claims: npm run typecheck fails when one is not true.
test('complete forms are message bodies', () => {
  expectTypeOf<RequestOf<ApiName>>().toExtend<MessageBody>();
  expectTypeOf<ResponseOf<ApiName>>().toExtend<MessageBody>();
  expectTypeOf<GroupMetadataValueMember>().toExtend<MessageBody>();
});

test('requests and responses are found by the name of their API', () => {
  expectTypeOf<RequestOf<'JoinGroup'>>().toEqualTypeOf<JoinGroupRequest>();
  expectTypeOf<ResponseOf<'JoinGroup'>>().toEqualTypeOf<JoinGroupResponse>();
});

test('fields are nullable when some version has a null for them', () => {
  expectTypeOf<JoinGroupResponse['protocolName']>().toEqualTypeOf<string | null>();
  expectTypeOf<JoinGroupResponse['leader']>().toEqualTypeOf<string>();
});
