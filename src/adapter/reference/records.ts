import type {
  GroupRecord,
  OffsetKey,
  LogRecord as ReferenceRecord,
} from '../../../reference/runtime/log.js';
import { recordSchema } from '../../protocol/apis.js';
import { CodecError } from '../../protocol/codec-error.js';
import { projectMessage } from '../../protocol/complete.js';
import {
  completeGroupMetadataValue,
  encodeGroupMetadataValue,
  GROUP_METADATA_KEY_VERSION,
} from '../../protocol/group-records.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { AdapterError, type LogRecord } from '../adapter.js';

const OFFSET_KEY_VERSION = 1;

/** A record of the reference as a reader of its bytes sees it. */
export function decodedRecord(record: ReferenceRecord): LogRecord {
  if (record.keyVersion === OFFSET_KEY_VERSION) return { ...record, key: { ...record.key } };
  const { key, valueVersion, value } = record;
  return {
    keyVersion: GROUP_METADATA_KEY_VERSION,
    key: projectMessage(recordSchema('GroupMetadataKey'), GROUP_METADATA_KEY_VERSION, key),
    valueVersion: value === null ? null : valueVersion,
    value:
      value === null || valueVersion === null
        ? null
        : projectMessage(recordSchema('GroupMetadataValue'), valueVersion, value),
  };
}

/** Records for the reference to load. Throws AdapterError naming the first that cannot be one. */
export function loadableRecords(records: readonly LogRecord[]): ReferenceRecord[] {
  return records.map((record, index) => {
    try {
      return loadableRecord(record);
    } catch (error) {
      if (!(error instanceof AdapterError || error instanceof CodecError)) throw error;
      throw new AdapterError(`cannot load record ${index + 1}: ${error.message}`, { cause: error });
    }
  });
}

function loadableRecord({ keyVersion, key, valueVersion, value }: LogRecord): ReferenceRecord {
  if ((valueVersion === null) !== (value === null)) {
    throw new AdapterError('it needs both a value version and a value, or none of them');
  }
  switch (keyVersion) {
    case GROUP_METADATA_KEY_VERSION:
      return {
        keyVersion: GROUP_METADATA_KEY_VERSION,
        key: { group: text(key, 'group') },
        valueVersion,
        value: groupValue(valueVersion, value),
      };
    case OFFSET_KEY_VERSION:
      return { keyVersion: OFFSET_KEY_VERSION, key: offsetKey(key), valueVersion, value };
    default:
      throw new AdapterError(
        `its key version ${keyVersion} is neither ${GROUP_METADATA_KEY_VERSION}, a group, nor ${OFFSET_KEY_VERSION}, an offset`,
      );
  }
}

/** What a reader of its bytes would see, all fields included: a version lacks what it lacks. */
function groupValue(version: number | null, value: MessageBody | null): GroupRecord['value'] {
  if (version === null || value === null) return null;
  refuseUnwritable(version, value);
  return completeGroupMetadataValue(
    projectMessage(recordSchema('GroupMetadataValue'), version, value),
  );
}

/** Nobody judges values but the encoder. Throws CodecError. */
function refuseUnwritable(version: number, value: MessageBody): void {
  encodeGroupMetadataValue(version, value);
}

function offsetKey(key: MessageBody): OffsetKey {
  const { partition } = key;
  if (typeof partition !== 'number') throw new AdapterError("its key has no number 'partition'");
  return { group: text(key, 'group'), topic: text(key, 'topic'), partition };
}

function text(key: MessageBody, field: string): string {
  const value = key[field];
  if (typeof value !== 'string') throw new AdapterError(`its key has no text '${field}'`);
  return value;
}
