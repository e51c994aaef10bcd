import { createRequire } from 'node:module';
import type { ApiName } from '../../../src/protocol/apis.js';
import type { MessageBody } from '../../../src/protocol/message-body.js';

/** One API as kafkajs writes and reads it, with its own names for the fields. */
export interface KafkajsApi {
  readonly api: ApiName;
  /** Folder of the API in kafkajs. */
  readonly folder: string;
  /** 0 when absent. */
  readonly minVersion?: number;
  readonly maxVersion: number;
  /** Arguments of its request from a complete body. */
  request(body: Body, version: number): readonly unknown[];
  /** Our fields from what it decoded; those that the version lacks are undefined. */
  response(decoded: Body, version: number): Body;
  /** The response body that it is able to read, where that is less than ours. */
  readable?(body: Body): Body;
}

// biome-ignore lint/suspicious/noExplicitAny: kafkajs has no types for these; the tests compare them whole
type Body = any;

interface KafkajsRequest {
  readonly apiKey: number;
  readonly apiVersion: number;
  encode(): Promise<{ readonly buffer: Buffer }>;
}

const require = createRequire(import.meta.url);
const protocol = 'kafkajs/src/protocol';

const frameOf = require(`${protocol}/request.js`) as (parts: {
  correlationId: number;
  clientId: string | null;
  request: KafkajsRequest;
}) => Promise<{ readonly buffer: Buffer }>;

export function kafkajsVersions({ minVersion = 0, maxVersion }: KafkajsApi): number[] {
  return Array.from({ length: maxVersion - minVersion + 1 }, (_, index) => minVersion + index);
}

/** A whole frame, size included. */
export async function kafkajsRequestFrame(
  { folder, request }: KafkajsApi,
  version: number,
  body: MessageBody,
  header: { readonly correlationId: number; readonly clientId: string | null },
): Promise<Uint8Array> {
  const create = require(`${protocol}/requests/${folder}/v${version}/request.js`) as (
    ...args: readonly unknown[]
  ) => KafkajsRequest;
  const frame = await frameOf({ ...header, request: create(...request(body, version)) });
  return new Uint8Array(frame.buffer);
}

/** `bytes` are a response without its header. */
export async function kafkajsResponse(
  { folder, response }: KafkajsApi,
  version: number,
  bytes: Uint8Array,
): Promise<MessageBody> {
  const { decode } = require(`${protocol}/requests/${folder}/v${version}/response.js`) as {
    decode(data: Buffer): Promise<Body>;
  };
  return response(await decode(Buffer.from(bytes)), version) as MessageBody;
}

/** kafkajs puts throttle times that the server did not wait out under another name. */
function throttleTimeMs(decoded: Body): unknown {
  return decoded.clientSideThrottleTime ?? decoded.throttleTime;
}

const bytes = (buffer: Buffer): Uint8Array => new Uint8Array(buffer);

/** kafkajs leaves the size of a token to its mechanisms, as it was before SaslAuthenticate. */
function withSize(token: Uint8Array): Buffer {
  const sized = Buffer.alloc(4 + token.length);
  sized.writeInt32BE(token.length);
  sized.set(token, 4);
  return sized;
}

/** kafkajs writes null for an empty list, and takes it for one. */
const orEmpty = <Item>(list: readonly Item[] | null): readonly Item[] => list ?? [];

export const KAFKAJS_APIS: readonly KafkajsApi[] = [
  {
    api: 'ApiVersions',
    folder: 'apiVersions',
    maxVersion: 2,
    request: () => [],
    response: (d, v) => ({
      errorCode: d.errorCode,
      apiKeys: d.apiVersions,
      throttleTimeMs: v < 1 ? undefined : throttleTimeMs(d),
    }),
  },
  {
    api: 'FindCoordinator',
    folder: 'findCoordinator',
    maxVersion: 2,
    request: (b) => [{ groupId: b.key, coordinatorKey: b.key, coordinatorType: b.keyType }],
    response: (d) => ({
      throttleTimeMs: throttleTimeMs(d),
      errorCode: d.errorCode,
      errorMessage: d.errorMessage,
      ...d.coordinator,
    }),
  },
  {
    api: 'Metadata',
    folder: 'metadata',
    maxVersion: 6,
    request: (b) => [
      {
        topics: orEmpty(b.topics).map((topic: Body) => topic.name),
        allowAutoTopicCreation: b.allowAutoTopicCreation,
      },
    ],
    response: (d) => ({
      throttleTimeMs: throttleTimeMs(d),
      brokers: d.brokers,
      clusterId: d.clusterId,
      controllerId: d.controllerId,
      topics: d.topicMetadata.map((t: Body) => ({
        errorCode: t.topicErrorCode,
        name: t.topic,
        isInternal: t.isInternal,
        partitions: t.partitionMetadata.map((p: Body) => ({
          errorCode: p.partitionErrorCode,
          partitionIndex: p.partitionId,
          leaderId: p.leader,
          replicaNodes: p.replicas,
          isrNodes: p.isr,
          offlineReplicas: p.offlineReplicas,
        })),
      })),
    }),
  },
  {
    api: 'DescribeConfigs',
    folder: 'describeConfigs',
    maxVersion: 2,
    request: (b) => [
      {
        resources: b.resources.map((r: Body) => ({
          type: r.resourceType,
          name: r.resourceName,
          configNames: orEmpty(r.configurationKeys),
        })),
        includeSynonyms: b.includeSynonyms,
      },
    ],
    response: (d, v) => ({
      throttleTimeMs: throttleTimeMs(d),
      results: d.resources.map(({ configEntries, ...r }: Body) => ({
        ...r,
        configs: configEntries.map((c: Body) => ({
          name: c.configName,
          value: c.configValue,
          readOnly: c.readOnly,
          isDefault: v < 1 ? c.isDefault : undefined,
          configSource: v < 1 ? undefined : c.configSource,
          isSensitive: c.isSensitive,
          synonyms: c.configSynonyms?.map((s: Body) => ({
            name: s.configName,
            value: s.configValue,
            source: s.configSource,
          })),
        })),
      })),
    }),
  },
  {
    api: 'SaslHandshake',
    folder: 'saslHandshake',
    maxVersion: 1,
    request: (b) => [{ mechanism: b.mechanism }],
    response: (d) => ({ errorCode: d.errorCode, mechanisms: d.enabledMechanisms }),
  },
  {
    api: 'SaslAuthenticate',
    folder: 'saslAuthenticate',
    maxVersion: 1,
    request: (b) => [{ authBytes: withSize(b.authBytes) }],
    response: (d, v) => ({
      errorCode: d.errorCode,
      errorMessage: d.errorMessage,
      authBytes: bytes(d.authBytes.subarray(4)),
      sessionLifetimeMs: v < 1 ? undefined : BigInt(d.sessionLifetimeMs),
    }),
  },
  {
    api: 'JoinGroup',
    folder: 'joinGroup',
    maxVersion: 5,
    request: (b) => [
      {
        groupId: b.groupId,
        sessionTimeout: b.sessionTimeoutMs,
        rebalanceTimeout: b.rebalanceTimeoutMs,
        memberId: b.memberId,
        groupInstanceId: b.groupInstanceId,
        protocolType: b.protocolType,
        groupProtocols: b.protocols.map((p: Body) => ({
          name: p.name,
          metadata: Buffer.from(p.metadata),
        })),
      },
    ],
    response: (d) => ({
      throttleTimeMs: throttleTimeMs(d),
      errorCode: d.errorCode,
      generationId: d.generationId,
      protocolName: d.groupProtocol,
      leader: d.leaderId,
      memberId: d.memberId,
      members: d.members.map(({ memberMetadata, ...m }: Body) => ({
        ...m,
        metadata: bytes(memberMetadata),
      })),
    }),
  },
  {
    api: 'SyncGroup',
    folder: 'syncGroup',
    maxVersion: 3,
    request: (b) => [
      {
        groupId: b.groupId,
        generationId: b.generationId,
        memberId: b.memberId,
        groupInstanceId: b.groupInstanceId,
        groupAssignment: b.assignments.map((a: Body) => ({
          memberId: a.memberId,
          memberAssignment: Buffer.from(a.assignment),
        })),
      },
    ],
    response: (d) => ({
      throttleTimeMs: throttleTimeMs(d),
      errorCode: d.errorCode,
      assignment: bytes(d.memberAssignment),
    }),
  },
  {
    api: 'Heartbeat',
    folder: 'heartbeat',
    maxVersion: 3,
    request: (b) => [{ ...b, groupGenerationId: b.generationId }],
    response: (d) => ({ throttleTimeMs: throttleTimeMs(d), errorCode: d.errorCode }),
  },
  {
    api: 'LeaveGroup',
    folder: 'leaveGroup',
    maxVersion: 3,
    request: (b) => [b],
    response: (d) => ({
      throttleTimeMs: throttleTimeMs(d),
      errorCode: d.errorCode,
      members: d.members,
    }),
  },
  {
    api: 'DescribeGroups',
    folder: 'describeGroups',
    maxVersion: 2,
    request: (b) => [{ groupIds: b.groups }],
    response: (d) => ({
      throttleTimeMs: throttleTimeMs(d),
      groups: d.groups.map((g: Body) => ({
        errorCode: g.errorCode,
        groupId: g.groupId,
        groupState: g.state,
        protocolType: g.protocolType,
        protocolData: g.protocol,
        members: g.members.map((m: Body) => ({
          ...m,
          memberMetadata: bytes(m.memberMetadata),
          memberAssignment: bytes(m.memberAssignment),
        })),
      })),
    }),
  },
  {
    api: 'ListGroups',
    folder: 'listGroups',
    maxVersion: 2,
    request: () => [],
    response: (d) => ({
      throttleTimeMs: throttleTimeMs(d),
      errorCode: d.errorCode,
      groups: d.groups,
    }),
  },
  {
    api: 'DeleteGroups',
    folder: 'deleteGroups',
    maxVersion: 1,
    request: (b) => [b.groupsNames],
    response: (d) => ({
      throttleTimeMs: d.throttleTimeMs,
      results: d.results.map(({ groupId, errorCode }: Body) => ({ groupId, errorCode })),
    }),
  },
  {
    api: 'Fetch',
    folder: 'fetch',
    minVersion: 4,
    maxVersion: 11,
    request: (b) => [
      {
        ...b,
        maxWaitTime: b.maxWaitMs,
        topics: b.topics.map((t: Body) => ({
          topic: t.topic,
          partitions: t.partitions.map((p: Body) => ({ ...p, maxBytes: p.partitionMaxBytes })),
        })),
        forgottenTopics: b.forgottenTopicsData,
      },
    ],
    response: (d, v) => ({
      throttleTimeMs: throttleTimeMs(d),
      errorCode: d.errorCode,
      sessionId: d.sessionId,
      responses: d.responses.map((t: Body) => ({
        topic: t.topicName,
        partitions: t.partitions.map((p: Body) => ({
          partitionIndex: p.partition,
          errorCode: p.errorCode,
          highWatermark: BigInt(p.highWatermark),
          lastStableOffset: BigInt(p.lastStableOffset),
          logStartOffset: v < 5 ? undefined : BigInt(p.lastStartOffset),
          abortedTransactions: p.abortedTransactions.map((a: Body) => ({
            producerId: BigInt(a.producerId),
            firstOffset: BigInt(a.firstOffset),
          })),
          preferredReadReplica: p.preferredReadReplica,
          records: p.messages.length === 0 ? null : p.messages,
        })),
      })),
    }),
    // It decodes what the records are, and takes no list for an empty one.
    readable: (b) => ({
      ...b,
      responses: b.responses.map((t: Body) => ({
        ...t,
        partitions: t.partitions.map((p: Body) => ({
          ...p,
          abortedTransactions: orEmpty(p.abortedTransactions),
          records: null,
        })),
      })),
    }),
  },
  {
    api: 'ListOffsets',
    folder: 'listOffsets',
    minVersion: 1,
    maxVersion: 3,
    request: (b) => [
      {
        ...b,
        topics: b.topics.map((t: Body) => ({
          topic: t.name,
          partitions: t.partitions.map((p: Body) => ({ ...p, partition: p.partitionIndex })),
        })),
      },
    ],
    response: (d, v) => ({
      throttleTimeMs: v < 2 ? undefined : throttleTimeMs(d),
      topics: d.responses.map((t: Body) => ({
        name: t.topic,
        partitions: t.partitions.map((p: Body) => ({
          partitionIndex: p.partition,
          errorCode: p.errorCode,
          timestamp: BigInt(p.timestamp),
          offset: BigInt(p.offset),
        })),
      })),
    }),
  },
];
