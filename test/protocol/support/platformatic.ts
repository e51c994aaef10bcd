import type { ApiName } from '../../../src/protocol/apis.js';
import type { MessageBody } from '../../../src/protocol/message-body.js';

/** One API as @platformatic/kafka writes and reads it; its field names are ours. */
export interface PlatformaticApi {
  readonly api: ApiName;
  /** File of the API without its version. */
  readonly file: string;
  readonly versions: readonly number[];
  /** Arguments of its request from a body of the version. */
  request(body: Body): readonly unknown[];
  /** The request body that it is able to write, where that is less than ours. */
  writable?(body: Body): Body;
  /** The response fields that it reads, where those are fewer than ours. */
  readable?(body: Body, version: number): Body;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of many APIs pass through here; the tests compare them whole
type Body = any;

interface Reader {
  readonly remaining: number;
}

interface ApiModule {
  readonly api: { readonly key: number; readonly version: number };
  createRequest(...args: readonly unknown[]): { readonly buffer: Buffer };
  parseResponse(
    correlationId: number,
    apiKey: number,
    apiVersion: number,
    reader: Reader,
  ): MessageBody;
}

/** The package exports its entry only, so its parts are found by their files. */
const dist = new URL('./', import.meta.resolve('@platformatic/kafka'));

export async function platformaticRequest(
  entry: PlatformaticApi,
  version: number,
  body: MessageBody,
): Promise<Uint8Array> {
  const { createRequest } = await moduleOf(entry, version);
  return new Uint8Array(createRequest(...entry.request(withBuffers(body))).buffer);
}

/** `bytes` are a response without its header; also tells how many it left unread. */
export async function platformaticResponse(
  entry: PlatformaticApi,
  version: number,
  bytes: Uint8Array,
): Promise<{ readonly body: MessageBody; readonly unread: number }> {
  const { api, parseResponse } = await moduleOf(entry, version);
  const { Reader } = (await import(new URL('protocol/reader.js', dist).href)) as {
    Reader: { from(buffer: Buffer): Reader };
  };
  const reader = Reader.from(Buffer.from(bytes));
  const body = withoutBuffers(parsed(() => parseResponse(1, api.key, api.version, reader)));
  return { body: body as MessageBody, unread: reader.remaining };
}

/** Error codes make it throw, with what it read on the error. */
function parsed(parse: () => MessageBody): MessageBody {
  try {
    return parse();
  } catch (error) {
    const { response } = error as { response?: MessageBody };
    if (response === undefined) throw error;
    return response;
  }
}

async function moduleOf({ file }: PlatformaticApi, version: number): Promise<ApiModule> {
  return (await import(new URL(`apis/${file}-v${version}.js`, dist).href)) as ApiModule;
}

function withBuffers(value: Body): Body {
  return mapBytes(value, (bytes) => Buffer.from(bytes));
}

function withoutBuffers(value: Body): Body {
  return mapBytes(value, (bytes) => new Uint8Array(bytes));
}

function mapBytes(value: Body, map: (bytes: Uint8Array) => Uint8Array): Body {
  if (value instanceof Uint8Array) return map(value);
  if (Array.isArray(value)) return value.map((item) => mapBytes(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapBytes(item, map)]),
  );
}

export const PLATFORMATIC_APIS: readonly PlatformaticApi[] = [
  {
    api: 'ApiVersions',
    file: 'metadata/api-versions',
    versions: [3, 4],
    request: (b) => [b.clientSoftwareName, b.clientSoftwareVersion],
    readable: ({ errorCode, apiKeys, throttleTimeMs }) => ({ errorCode, apiKeys, throttleTimeMs }),
  },
  {
    api: 'FindCoordinator',
    file: 'metadata/find-coordinator',
    versions: [4, 5, 6],
    request: (b) => [b.keyType, b.coordinatorKeys],
  },
  {
    api: 'Metadata',
    file: 'metadata/metadata',
    // Not 11: it still writes includeClusterAuthorizedOperations there, which ended with version 10.
    versions: [9, 10, 12],
    request: (b) => [
      b.topics?.map((topic: Body) => topic.name),
      b.allowAutoTopicCreation,
      b.includeTopicAuthorizedOperations,
    ],
    writable: (b) => ({
      ...b,
      topics:
        b.topics?.map(({ topicId, ...topic }: Body) =>
          topicId === undefined ? topic : { topicId: NIL_UUID, ...topic },
        ) ?? null,
      ...(b.includeClusterAuthorizedOperations === undefined
        ? {}
        : { includeClusterAuthorizedOperations: false }),
    }),
    readable: ({ clusterAuthorizedOperations: _, ...b }, version) => ({
      ...b,
      topics:
        version > 9 ? b.topics : b.topics.map((topic: Body) => ({ ...topic, topicId: topic.name })),
    }),
  },
  {
    api: 'DescribeConfigs',
    file: 'admin/describe-configs',
    versions: [3, 4],
    request: (b) => [b.resources, b.includeSynonyms, b.includeDocumentation],
  },
  {
    api: 'SaslHandshake',
    file: 'security/sasl-handshake',
    versions: [1],
    request: (b) => [b.mechanism],
  },
  {
    api: 'SaslAuthenticate',
    file: 'security/sasl-authenticate',
    versions: [2],
    request: (b) => [b.authBytes],
  },
  {
    api: 'JoinGroup',
    file: 'consumer/join-group',
    versions: [6, 7, 8, 9],
    request: (b) => [
      b.groupId,
      b.sessionTimeoutMs,
      b.rebalanceTimeoutMs,
      b.memberId,
      b.groupInstanceId,
      b.protocolType,
      b.protocols,
      b.reason,
    ],
  },
  {
    api: 'SyncGroup',
    file: 'consumer/sync-group',
    versions: [4, 5],
    request: (b) => [
      b.groupId,
      b.generationId,
      b.memberId,
      b.groupInstanceId,
      b.protocolType,
      b.protocolName,
      b.assignments,
    ],
  },
  {
    api: 'Heartbeat',
    file: 'consumer/heartbeat',
    versions: [4],
    request: (b) => [b.groupId, b.generationId, b.memberId, b.groupInstanceId],
  },
  {
    api: 'LeaveGroup',
    file: 'consumer/leave-group',
    versions: [4, 5],
    request: (b) => [b.groupId, b.members],
  },
  {
    api: 'DescribeGroups',
    file: 'admin/describe-groups',
    versions: [5],
    request: (b) => [b.groups, b.includeAuthorizedOperations],
  },
  {
    api: 'ListGroups',
    file: 'admin/list-groups',
    versions: [4, 5],
    request: (b) => [b.statesFilter, b.typesFilter],
    // It changes what is not written as the name of a state is.
    writable: (b) => ({ ...b, statesFilter: (b.statesFilter as string[]).map(nameOfState) }),
  },
  {
    api: 'DeleteGroups',
    file: 'admin/delete-groups',
    versions: [2],
    request: (b) => [b.groupsNames],
  },
  {
    api: 'ListOffsets',
    file: 'consumer/list-offsets',
    versions: [5, 6, 7, 8, 9],
    request: (b) => [b.replicaId, b.isolationLevel, b.topics],
  },
];

const STATES = ['Stable', 'Empty', 'PreparingRebalance', 'CompletingRebalance'] as const;

function nameOfState(generated: string): string {
  return STATES[generated.length % STATES.length] ?? 'Stable';
}

/** It fails on error codes that it does not know; these stand for all others. */
const KNOWN_ERROR_CODES = [0, 16, 25, 27, 82];

export function withKnownErrors(value: Body): Body {
  if (Array.isArray(value)) return value.map(withKnownErrors);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === 'errorCode'
        ? KNOWN_ERROR_CODES[Math.abs(Number(item)) % KNOWN_ERROR_CODES.length]
        : withKnownErrors(item),
    ]),
  );
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
