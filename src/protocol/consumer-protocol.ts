import { consumerProtocolSchema } from './apis.js';
import type { MessageBody } from './message-body.js';
import { decodeVersioned, encodeVersioned, type VersionedMessage } from './versioned-message.js';

/** Metadata of a consumer's JoinGroup protocol. Throws CodecError. */
export function encodeSubscription(version: number, body: MessageBody): Uint8Array {
  return encodeVersioned(consumerProtocolSchema('Subscription'), { version, body });
}

/** Fields of exactly the version that was found. Throws CodecError. */
export function decodeSubscription(bytes: Uint8Array): VersionedMessage {
  return decodeVersioned(consumerProtocolSchema('Subscription'), bytes);
}

/** Assignment of one consumer in SyncGroup. Throws CodecError. */
export function encodeAssignment(version: number, body: MessageBody): Uint8Array {
  return encodeVersioned(consumerProtocolSchema('Assignment'), { version, body });
}

/** Fields of exactly the version that was found. Throws CodecError. */
export function decodeAssignment(bytes: Uint8Array): VersionedMessage {
  return decodeVersioned(consumerProtocolSchema('Assignment'), bytes);
}
