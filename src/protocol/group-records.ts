import { recordSchema } from './apis.js';
import { completeMessage } from './complete.js';
import type { GroupMetadataKey, GroupMetadataValue } from './generated-messages.js';
import type { MessageBody } from './message-body.js';
import {
  decodeVersioned,
  encodeVersioned,
  type VersionedMessage,
  versionOf,
} from './versioned-message.js';

/** Keys of `__consumer_offsets` are told apart by their version: 2 is a group (RECORD-01). */
export const GROUP_METADATA_KEY_VERSION = 2;

/** Key bytes of a group's record. Throws CodecError. */
export function encodeGroupMetadataKey(key: GroupMetadataKey): Uint8Array {
  const message = { version: GROUP_METADATA_KEY_VERSION, body: key };
  return encodeVersioned(recordSchema('GroupMetadataKey'), message);
}

/** Undefined for a key of another kind, such as an offset commit. Throws CodecError on damage. */
export function decodeGroupMetadataKey(bytes: Uint8Array): GroupMetadataKey | undefined {
  const schema = recordSchema('GroupMetadataKey');
  if (versionOf(schema, bytes) !== GROUP_METADATA_KEY_VERSION) return undefined;
  return completeMessage(schema, decodeVersioned(schema, bytes).body) as GroupMetadataKey;
}

/**
 * Value bytes of a group's record. Versions below 4 drop the newer fields silently (RECORD-01).
 * Throws CodecError.
 */
export function encodeGroupMetadataValue(version: number, value: MessageBody): Uint8Array {
  return encodeVersioned(recordSchema('GroupMetadataValue'), { version, body: value });
}

/** Fields of exactly the version that was found. Throws CodecError. */
export function decodeGroupMetadataValue(bytes: Uint8Array): VersionedMessage {
  return decodeVersioned(recordSchema('GroupMetadataValue'), bytes);
}

/** Fields of all versions, those that the version lacks with their default. */
export function completeGroupMetadataValue(body: MessageBody): GroupMetadataValue {
  return completeMessage(recordSchema('GroupMetadataValue'), body) as GroupMetadataValue;
}
