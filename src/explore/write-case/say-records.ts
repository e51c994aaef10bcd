import type { LogRecord as ReferenceRecord } from '../../../reference/runtime/log.js';
import { recordSchema } from '../../protocol/apis.js';
import type { LoggedData, RecordData } from '../../suite/cases/case-types.js';
import { isMap } from '../../suite/judge/field-values.js';
import { spellOutGroup, VALUE_VERSION } from '../../suite/judge/group-record.js';
import type { Given, GivenFields, LoggedRecord } from '../sequence.js';
import type { Recollection } from './recollection.js';
import { sayGivenBytes } from './settings.js';
import { tellApart } from './told-apart.js';
import { UnwritableError } from './unwritable.js';
import { type MessageForm, meanSame, type Said, sayBody, sayBytes, type Words } from './words.js';

const USUAL_GROUP = 'group';
const OFFSET_TOPIC = 't';

const VALUE: () => MessageForm = () => ({
  schema: recordSchema('GroupMetadataValue'),
  version: VALUE_VERSION,
});

/** A record that was written, as a step expects it. */
export function sayRecord(
  words: Words,
  recollection: Recollection,
  record: ReferenceRecord,
): RecordData {
  const name = words.names.groupOf(record.key.group);
  const of = name === USUAL_GROUP ? {} : { of: name };
  if (record.keyVersion === 1) {
    if (record.value !== null) throw new UnwritableError('it has written a committed offset');
    const { topic, partition } = record.key;
    return { tombstone: { topic, partition }, ...of };
  }
  if (record.value === null) {
    return name === USUAL_GROUP ? 'tombstone' : { tombstone: USUAL_GROUP, ...of };
  }
  if (record.valueVersion !== VALUE_VERSION) {
    throw new UnwritableError(`a record has value version ${record.valueVersion}`);
  }
  const known = new Set(recollection.bound);
  const wanted = sayBody(words, VALUE(), record.value);
  tellApart(wanted['members'], known);
  return { group: shortGroup(words, recollection, wanted), ...of };
}

/** Members by name, with what their joins do not tell. */
function shortGroup(words: Words, recollection: Recollection, wanted: Said): Said {
  const { members = [], protocolType, protocol, ...others } = wanted;
  const template = recollection.templateContext('A', 'JoinGroup', 0);
  const entries = members as readonly Said[];
  const names: Record<string, Said> = {};
  for (const entry of entries) {
    const name = /^\$([A-Z][0-9]?)$/.exec(String(entry['memberId']))?.[1];
    if (name === undefined || name in names) {
      throw new UnwritableError('a record names a member that the case does not know');
    }
    names[name] = {};
  }
  const base = { leader: null, ...others };
  const fits = (group: Said) => meanSame(words, VALUE(), spellOutGroup(group, template), wanted);
  const known = [
    {},
    { protocol: protocol ?? null },
    { protocolType: protocolType ?? '' },
    { protocol: protocol ?? null, protocolType: protocolType ?? '' },
  ];
  for (const withFields of [false, true]) {
    for (const extra of known) {
      const group = {
        ...base,
        ...extra,
        members:
          entries.length === 0
            ? []
            : membersOf(
                words,
                { ...base, ...extra, members: names },
                entries,
                template,
                withFields,
              ),
      };
      const { leader, ...rest } = group;
      const short = leader === null ? rest : group;
      if (fits(short)) return short;
    }
  }
  throw new UnwritableError('a record cannot be written as a step');
}

type Template = Parameters<typeof spellOutGroup>[1];

function membersOf(
  words: Words,
  group: Said,
  entries: readonly Said[],
  template: Template,
  thorough: boolean,
): Said {
  const spelled = spellOutGroup(group, template)['members'] as readonly Said[];
  return Object.fromEntries(
    entries.map((entry, index) => {
      const usual = spelled[index] ?? {};
      const { memberId, ...fields } = entry;
      const own = Object.fromEntries(
        Object.entries(fields).filter(([field, value]) => {
          if (field === 'assignment') return true;
          return thorough || !sameField(words, field, value, usual[field]);
        }),
      );
      for (const [field, value] of Object.entries(usual)) {
        if (field in fields || field === 'memberId') continue;
        if (value !== null && value !== '')
          own[field] = field.endsWith('Timeout') ? 0 : unset(field);
      }
      return [String(memberId).slice(1), own];
    }),
  );
}

function unset(field: string): unknown {
  return field === 'groupInstanceId' ? null : '';
}

function sameField(words: Words, field: string, one: unknown, other: unknown): boolean {
  const wrap = (value: unknown): Said => ({ members: [{ [field]: value }] });
  return other !== undefined && meanSame(words, VALUE(), wrap(one), wrap(other));
}

/** A record of a log that is made up, as a `partition` step says it. */
export function sayLogged(
  words: Words,
  recollection: Recollection,
  record: LoggedRecord,
): LoggedData {
  const name = words.names.groupOf(record.group);
  const of = name === USUAL_GROUP ? {} : { of: name };
  switch (record.kind) {
    case 'tombstone':
      return name === USUAL_GROUP ? 'tombstone' : { tombstone: USUAL_GROUP, ...of };
    case 'offset':
      return { offset: { topic: OFFSET_TOPIC, partition: record.partition }, ...of };
    case 'group': {
      const wanted = withoutDefaults(sayFields(words, record.fields));
      const version =
        record.valueVersion === VALUE_VERSION ? {} : { valueVersion: record.valueVersion };
      for (const member of (wanted['members'] ?? []) as readonly Said[]) {
        recollection.bound.add(String(member['memberId']).slice(1));
      }
      return { group: shortGroup(words, recollection, wanted), ...version, ...of };
    }
  }
}

function sayFields(words: Words, fields: GivenFields): Said {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, sayGiven(words, name, value)]),
  );
}

function sayGiven(words: Words, field: string, given: Given): unknown {
  if (Array.isArray(given)) return given.map((item) => sayGiven(words, field, item));
  if (!isMap(given)) return given;
  // A member has a field 'subscription' too.
  if (Object.keys(given).length > 2) return sayFields(words, given as GivenFields);
  if ('idOf' in given) return `$${words.names.memberFor(String(given['idOf']))}`;
  if ('duration' in given) return String(given['duration']);
  if ('subscription' in given) return sayGivenBytes(given as Given, words);
  if ('text' in given) {
    const bytes = new TextEncoder().encode(String(given['text']));
    return sayBytes(words, bytes, field === 'subscription');
  }
  if ('generationOf' in given) {
    throw new UnwritableError('a log names a generation that somebody was told');
  }
  return sayFields(words, given as GivenFields);
}

/** The time in a record is nobody's business, and an address is the implementation's own. */
function withoutDefaults({ currentStateTimestamp: _time, members, ...others }: Said): Said {
  if (!Array.isArray(members)) return others;
  return {
    ...others,
    members: members.map(({ clientHost: _host, ...member }: Said) => member),
  };
}
