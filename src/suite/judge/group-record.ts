import type { LogRecord } from '../../adapter/adapter.js';
import { recordSchema } from '../../protocol/apis.js';
import type { Comparison } from '../../spec/comparison.js';
import type { OffsetData, RecordData } from '../cases/case-types.js';
import { CaseError, type Vocabulary } from '../cases/vocabulary.js';
import type { TemplateContext } from '../expand/templates.js';
import { type Expected, expectStruct } from './expected.js';
import { isMap } from './field-values.js';

/** RECORD-01: what every release since 4.0 writes. */
export const VALUE_VERSION = 3;
export const KEY_VERSION = 2;
/** RECORD-08. */
export const OFFSET_KEY_VERSION = 1;

/** The group that a record of a case is about, by its local name. */
export function groupOfRecord(data: string | { readonly of?: string }): string {
  return typeof data === 'string' ? 'group' : (data.of ?? 'group');
}

/** Expectation of one record, in the shape of `recordBody`. */
export function expectRecord(
  data: RecordData,
  template: Pick<TemplateContext, 'member'>,
  vocabulary: Vocabulary,
  comparison: Comparison,
): Expected {
  const group = groupOfRecord(data);
  if (typeof data !== 'string' && 'tombstone' in data && data.tombstone !== 'group') {
    return expectOffsetTombstone(vocabulary.groupId(group), data.tombstone);
  }
  const valueSchema = recordSchema('GroupMetadataValue');
  const keySchema = recordSchema('GroupMetadataKey');
  const key = expectStruct(
    { schema: keySchema, version: KEY_VERSION, vocabulary, comparison },
    keySchema.fields,
    { group },
  );
  const isTombstone = data === 'tombstone' || 'tombstone' in data;
  const value: Expected = isTombstone
    ? { kind: 'value', value: null }
    : expectStruct(
        { schema: valueSchema, version: VALUE_VERSION, vocabulary, comparison },
        valueSchema.fields,
        spellOutGroup(data.group, template),
      );
  return {
    kind: 'struct',
    fields: new Map<string, Expected>([
      ['keyVersion', { kind: 'value', value: KEY_VERSION }],
      ['key', key],
      ['valueVersion', { kind: 'value', value: isTombstone ? null : VALUE_VERSION }],
      ['value', value],
    ]),
  };
}

/** RECORD-08: of a committed offset only the key matters here. */
function expectOffsetTombstone(group: string, { topic, partition }: OffsetData): Expected {
  const value = (one: string | number | null): Expected => ({ kind: 'value', value: one });
  return {
    kind: 'struct',
    fields: new Map<string, Expected>([
      ['keyVersion', value(OFFSET_KEY_VERSION)],
      [
        'key',
        {
          kind: 'struct',
          fields: new Map([
            ['group', value(group)],
            ['topic', value(topic)],
            ['partition', value(partition)],
          ]),
        },
      ],
      ['valueVersion', value(null)],
      ['value', value(null)],
    ]),
  };
}

export function recordBody(record: LogRecord) {
  return {
    keyVersion: record.keyVersion,
    key: record.key,
    valueVersion: record.valueVersion,
    value: record.value,
  };
}

/** Members by name; what a record repeats of their joins is filled in (RECORD-04). */
export function spellOutGroup(
  group: Readonly<Record<string, unknown>>,
  template: Pick<TemplateContext, 'member'>,
): Record<string, unknown> {
  const { members = {} } = group;
  if (Array.isArray(members)) return { protocolType: 'consumer', ...group };
  if (!isMap(members)) throw new CaseError("'members' of a group record is a map by member name");
  const names = Object.keys(members);
  const first = names[0] === undefined ? undefined : template.member(names[0]);
  const protocol = (group['protocol'] ?? first?.protocol ?? null) as string | null;
  return {
    protocolType: first?.protocolType ?? 'consumer',
    protocol,
    ...group,
    members: names.map((name) => {
      const member = template.member(name);
      const own = members[name];
      return {
        memberId: `$${name}`,
        groupInstanceId: member.groupInstanceId,
        clientId: member.clientId ?? '',
        sessionTimeout: member.sessionTimeout,
        rebalanceTimeout: member.rebalanceTimeout,
        subscription: member.metadata(protocol ?? ''),
        ...(isMap(own) ? own : {}),
      };
    }),
  };
}
