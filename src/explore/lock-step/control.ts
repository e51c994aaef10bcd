import type { ControlAction, LogRecord } from '../../adapter/adapter.js';
import type { MessageBody } from '../../protocol/message-body.js';
import type { ControlMove, Given, LoggedRecord } from '../sequence.js';
import type { Clients } from './clients.js';
import type { Messages } from './messages.js';
import type { Meanings } from './request-builder.js';

/** An action for both sides: they differ in member ids and names of groups. */
export interface BuiltAction {
  readonly model: ControlAction;
  readonly implementation: ControlAction;
}

export interface ActionContext {
  readonly messages: Messages;
  readonly meanings: Meanings;
  readonly clients: Clients;
}

const GROUP_KEY_VERSION = 2;
const OFFSET_KEY_VERSION = 1;
const OFFSET_TOPIC = 't';

export function buildAction(deed: ControlMove['deed'], context: ActionContext): BuiltAction {
  if (deed.kind !== 'start-load') return { model: deed, implementation: deed };
  const { configuration } = deed;
  if (deed.log === null) {
    const action: ControlAction = { kind: 'start-load', records: null, configuration };
    return { model: action, implementation: action };
  }
  const records = deed.log.map((record) => buildRecord(record, context));
  return {
    model: { kind: 'start-load', records: records.map(({ model }) => model), configuration },
    implementation: {
      kind: 'start-load',
      records: records.map(({ implementation }) => implementation),
      configuration,
    },
  };
}

function buildRecord(
  record: LoggedRecord,
  { messages, meanings, clients }: ActionContext,
): { readonly model: LogRecord; readonly implementation: LogRecord } {
  const both = (make: (group: string) => LogRecord) => ({
    model: make(record.group),
    implementation: make(meanings.groupId(record.group)),
  });
  switch (record.kind) {
    case 'tombstone':
      return both((group) => ({
        keyVersion: GROUP_KEY_VERSION,
        key: { group },
        valueVersion: null,
        value: null,
      }));
    case 'offset':
      return both((group) => ({
        keyVersion: OFFSET_KEY_VERSION,
        key: { group, topic: OFFSET_TOPIC, partition: record.partition },
        valueVersion: 1,
        value: {},
      }));
    case 'group': {
      const { valueVersion } = record;
      const value = messages.loggedValue(valueVersion)(
        { ...meanings, idOf: (client) => loggedId(clients, client, record.fields['generation']) },
        record.fields,
      );
      const group = (name: string, body: MessageBody): LogRecord => ({
        keyVersion: GROUP_KEY_VERSION,
        key: { group: name },
        valueVersion,
        value: body,
      });
      return {
        model: group(record.group, value.model),
        implementation: group(meanings.groupId(record.group), value.implementation),
      };
    }
  }
}

/** Members that a log names have an id from then on, and know the generation that it tells. */
function loggedId(clients: Clients, client: string, generation: Given | undefined): string {
  const memory = clients.get(client);
  memory.memberId ??= `logged-${client}`;
  if (typeof generation === 'number') memory.generation = generation;
  return memory.memberId;
}
