import { recordSchema } from '../../../protocol/apis.js';
import { CodecError } from '../../../protocol/codec-error.js';
import { GROUP_METADATA_KEY_VERSION } from '../../../protocol/group-records.js';
import type { MessageBody } from '../../../protocol/message-body.js';
import type { BatchRecord } from '../../../protocol/record-batch.js';
import { decodeVersioned, versionOf } from '../../../protocol/versioned-message.js';
import type { LogRecord } from '../../adapter.js';

/** A record of a group that can be told from its key; its value is not read yet. */
export interface GroupRecord {
  readonly group: string;
  readonly keyVersion: number;
  readonly key: MessageBody;
  readonly value: Uint8Array | null;
}

/** Newest version of the key of a committed offset (RECORD-08). */
const MAX_OFFSET_KEY_VERSION = 1;

/**
 * Undefined for records of other kinds: groups of other protocols have keys of version 3 and up.
 * A key that is damaged is nobody's: whoever waits for its record will miss it.
 */
export function groupRecordOf({ key: bytes, value }: BatchRecord): GroupRecord | undefined {
  if (bytes === null) return undefined;
  try {
    const keyVersion = versionOf(recordSchema('GroupMetadataKey'), bytes);
    const isOffset = keyVersion >= 0 && keyVersion <= MAX_OFFSET_KEY_VERSION;
    if (!isOffset && keyVersion !== GROUP_METADATA_KEY_VERSION) return undefined;
    const schema = recordSchema(isOffset ? 'OffsetCommitKey' : 'GroupMetadataKey');
    const { body: key } = decodeVersioned(schema, bytes);
    return { group: String(key['group']), keyVersion, key, value };
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/**
 * The record as the contract shows it. The value of an offset is not looked into. One of a group
 * that cannot be read has the single field `undecodable`, which no case expects.
 */
export function logRecordOf({ keyVersion, key, value }: GroupRecord): LogRecord {
  if (value === null) return { keyVersion, key, valueVersion: null, value: null };
  try {
    const valueVersion = versionOf(recordSchema('GroupMetadataValue'), value);
    if (keyVersion !== GROUP_METADATA_KEY_VERSION)
      return { keyVersion, key, valueVersion, value: {} };
    return { keyVersion, key, valueVersion, value: groupValue(value) };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { keyVersion, key, valueVersion: NO_VERSION, value: { undecodable: error.message } };
  }
}

/** Of a value that is too short to have one. */
const NO_VERSION = -1;

function groupValue(bytes: Uint8Array): MessageBody {
  try {
    return decodeVersioned(recordSchema('GroupMetadataValue'), bytes).body;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { undecodable: error.message };
  }
}
