import type { LogRecord } from '../../adapter/adapter.js';
import { recordSchema } from '../../protocol/apis.js';
import { projectMessage } from '../../protocol/complete.js';
import type { MessageBody } from '../../protocol/message-body.js';
import type { Comparison } from '../../spec/comparison.js';
import type { LoggedData } from '../cases/case-types.js';
import type { Vocabulary } from '../cases/vocabulary.js';
import type { TemplateContext } from '../expand/templates.js';
import { buildBody, isMap } from './field-values.js';
import {
  groupOfRecord,
  KEY_VERSION,
  OFFSET_KEY_VERSION,
  spellOutGroup,
  VALUE_VERSION,
} from './group-record.js';

/** Members that a logged group names by their letters; they get ids when the record is built. */
export function loggedMembers(data: LoggedData): string[] {
  if (data === 'tombstone' || !('group' in data)) return [];
  const { members } = data.group;
  return isMap(members) ? Object.keys(members) : [];
}

/** A record for a log that is to be loaded. Throws CaseError for what it cannot mean. */
export function buildLogged(
  data: LoggedData,
  template: Pick<TemplateContext, 'member'>,
  vocabulary: Vocabulary,
  comparison: Comparison,
): LogRecord {
  const group = vocabulary.groupId(groupOfRecord(data));
  if (data === 'tombstone' || 'tombstone' in data) {
    const offset = data === 'tombstone' || data.tombstone === 'group' ? null : data.tombstone;
    return {
      keyVersion: offset === null ? KEY_VERSION : OFFSET_KEY_VERSION,
      key: { group, ...offset },
      valueVersion: null,
      value: null,
    };
  }
  if ('offset' in data) {
    const { topic, partition } = data.offset;
    const key = { group, topic, partition };
    return { keyVersion: OFFSET_KEY_VERSION, key, valueVersion: VALUE_VERSION, value: {} };
  }
  const version = data.valueVersion ?? VALUE_VERSION;
  const schema = recordSchema('GroupMetadataValue');
  const written = buildBody(
    { schema, version: schema.versions.max, vocabulary, comparison },
    spellOutGroup(data.group, template),
  );
  const value: MessageBody = projectMessage(schema, version, written);
  return { keyVersion: KEY_VERSION, key: { group }, valueVersion: version, value };
}
