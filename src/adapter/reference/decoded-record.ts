import type { LogRecord as ReferenceRecord } from '../../../reference/runtime/log.js';
import {
  decodeGroupMetadataKey,
  decodeGroupMetadataValue,
  encodeGroupMetadataKey,
  encodeGroupMetadataValue,
  GROUP_METADATA_KEY_VERSION,
} from '../../protocol/group-records.js';
import type { LogRecord } from '../adapter.js';

/** A record of the reference as a reader of its bytes sees it. */
export function decodedRecord(record: ReferenceRecord): LogRecord {
  const key = decodeGroupMetadataKey(encodeGroupMetadataKey(record.key));
  const value =
    record.value === null || record.valueVersion === null
      ? null
      : decodeGroupMetadataValue(encodeGroupMetadataValue(record.valueVersion, record.value));
  return {
    keyVersion: GROUP_METADATA_KEY_VERSION,
    key: key ?? {},
    valueVersion: value?.version ?? null,
    value: value?.body ?? null,
  };
}
