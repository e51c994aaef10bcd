import type { ApiSchema, MessageCatalog, MessageSchema } from '../spec/message-schema.js';
import { loadMessages } from '../spec/messages.js';
import { completeMessage } from './complete.js';
import type { ApiMessages } from './generated-messages.js';
import type { MessageBody } from './message-body.js';

export const API_NAMES = [
  'ApiVersions',
  'CreateTopics',
  'DeleteGroups',
  'DescribeConfigs',
  'DescribeGroups',
  'Fetch',
  'FindCoordinator',
  'Heartbeat',
  'InitProducerId',
  'JoinGroup',
  'LeaveGroup',
  'ListGroups',
  'ListOffsets',
  'Metadata',
  'OffsetCommit',
  'OffsetFetch',
  'Produce',
  'SaslAuthenticate',
  'SaslHandshake',
  'SyncGroup',
] as const satisfies readonly (keyof ApiMessages)[];

export type ApiName = (typeof API_NAMES)[number];

/** The complete form of an API's request: fields of all versions. */
export type RequestOf<Api extends ApiName> = ApiMessages[Api]['request'];
/** The complete form of an API's response: fields of all versions. */
export type ResponseOf<Api extends ApiName> = ApiMessages[Api]['response'];

export type RecordName = 'GroupMetadataKey' | 'GroupMetadataValue' | 'OffsetCommitKey';
export type ConsumerProtocolName = 'Subscription' | 'Assignment';

let loaded: MessageCatalog | undefined;

/** `spec/messages`, read on first use. Throws InvalidDataError if it is damaged. */
export function messageCatalog(): MessageCatalog {
  loaded ??= loadMessages();
  return loaded;
}

export function apiSchema(name: ApiName): ApiSchema {
  return required(messageCatalog().apis.get(name), name);
}

/** Undefined for APIs that the kit does not speak. */
export function apiNameOfKey(apiKey: number): ApiName | undefined {
  return API_NAMES.find((name) => apiSchema(name).apiKey === apiKey);
}

/** Key and value of a group's record in `__consumer_offsets`. */
export function recordSchema(name: RecordName): MessageSchema {
  return required(messageCatalog().data.get(name), name);
}

/** What consumers carry in JoinGroup metadata (Subscription) and SyncGroup assignments (Assignment). */
export function consumerProtocolSchema(name: ConsumerProtocolName): MessageSchema {
  const dataName = `ConsumerProtocol${name}`;
  return required(messageCatalog().data.get(dataName), dataName);
}

/** Every field of the request, absent ones with their default. Throws CodecError on unknown fields. */
export function completeRequest<Api extends ApiName>(api: Api, body: MessageBody): RequestOf<Api> {
  return completeMessage(apiSchema(api).request, body) as RequestOf<Api>;
}

/** Every field of the response, absent ones with their default. Throws CodecError on unknown fields. */
export function completeResponse<Api extends ApiName>(
  api: Api,
  body: MessageBody,
): ResponseOf<Api> {
  return completeMessage(apiSchema(api).response, body) as ResponseOf<Api>;
}

function required<Schema>(schema: Schema | undefined, name: string): Schema {
  if (schema === undefined) throw new Error(`groupspec: spec/messages/${name}.yaml is missing`);
  return schema;
}
