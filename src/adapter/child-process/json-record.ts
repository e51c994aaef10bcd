import { recordSchema } from '../../protocol/apis.js';
import { GROUP_METADATA_KEY_VERSION } from '../../protocol/group-records.js';
import type { MessageBody } from '../../protocol/message-body.js';
import type { MessageSchema } from '../../spec/message-schema.js';
import { AdapterError, type LogRecord } from '../adapter.js';
import { jsonBodyCodec } from './json-body.js';
import { JsonBodyError } from './json-misfit.js';
import type { JsonRecord } from './protocol.js';

/** RECORD-08: what an offset is committed under. */
const OFFSET_KEY_VERSION = 1;

/** Throws AdapterError when a group's record is not one. */
export function recordToJson(record: LogRecord): JsonRecord {
  return converted(record, (schema, version, body: MessageBody) =>
    jsonBodyCodec(schema, version).toJson(body),
  );
}

/**
 * Throws AdapterError when it says to be of a group or an offset and is not. Of kinds that the kit
 * does not know, and of the value of an offset, it takes what comes: the case will differ.
 */
export function recordFromJson(record: JsonRecord): LogRecord {
  return converted(record, (schema, version, json: JsonRecord['key']) =>
    jsonBodyCodec(schema, version).fromJson(json),
  );
}

interface RecordOf<Body> {
  readonly keyVersion: number;
  readonly key: Body;
  readonly valueVersion: number | null;
  readonly value: Body | null;
}

function converted<Given, Made>(
  record: RecordOf<Given>,
  convert: (schema: MessageSchema, version: number, body: Given) => Made,
): RecordOf<Made> {
  const { keyVersion, valueVersion } = record;
  const opaque = (body: Given | null) => body as unknown as Made;
  if ((valueVersion === null) !== (record.value === null))
    throw new AdapterError('a record needs both a value version and a value, or none of them');
  try {
    switch (keyVersion) {
      case GROUP_METADATA_KEY_VERSION:
        return {
          keyVersion,
          key: convert(recordSchema('GroupMetadataKey'), keyVersion, record.key),
          valueVersion,
          value:
            record.value === null || valueVersion === null
              ? null
              : convert(recordSchema('GroupMetadataValue'), valueVersion, record.value),
        };
      case OFFSET_KEY_VERSION:
        return {
          keyVersion,
          key: convert(recordSchema('OffsetCommitKey'), keyVersion, record.key),
          valueVersion,
          value: opaque(record.value),
        };
      default:
        return { keyVersion, key: opaque(record.key), valueVersion, value: opaque(record.value) };
    }
  } catch (error) {
    if (!(error instanceof JsonBodyError)) throw error;
    throw new AdapterError(`a record is not of its kind: ${error.message}`, { cause: error });
  }
}
