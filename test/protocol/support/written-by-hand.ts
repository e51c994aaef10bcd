import type { ApiName } from '../../../src/protocol/apis.js';
import type { MessageBody } from '../../../src/protocol/message-body.js';

/** Bytes put together by hand from Kafka's protocol guide, for versions that neither client library speaks. */
export interface WrittenByHand {
  readonly api: ApiName;
  readonly version: number;
  readonly kind: 'request' | 'response';
  readonly body: MessageBody;
  readonly hex: string;
}

const describedMember = {
  memberId: 'm',
  clientId: 'c',
  clientHost: 'h',
  memberMetadata: new Uint8Array([1]),
  memberAssignment: new Uint8Array([2, 3]),
};
const describedGroup = {
  errorCode: 0,
  groupId: 'g',
  groupState: 'Stable',
  protocolType: 'consumer',
  protocolData: 'range',
  authorizedOperations: -2147483648,
};
const stable = '0006 537461626c65 0008 636f6e73756d6572 0005 72616e6765';

const partition = {
  errorCode: 0,
  partitionIndex: 1,
  leaderId: 2,
  leaderEpoch: 3,
  replicaNodes: [2],
  isrNodes: [2],
  offlineReplicas: [],
};
const topic = { errorCode: 0, name: 't', isInternal: true, partitions: [partition] };
const metadata = {
  throttleTimeMs: 5,
  brokers: [{ nodeId: 2, host: 'h', port: 9092, rack: null }],
  clusterId: 'k',
  controllerId: 2,
};
const metadataHead = '00000005 00000001 00000002 0001 68 00002384 ffff 0001 6b 00000002';
const partitionHex = '0000 00000001 00000002 00000003 00000001 00000002 00000001 00000002 00000000';
const compactHead = '00000005 02 00000002 02 68 00002384 00 00 02 6b 00000002';
const topicId = '00112233-4455-6677-8899-aabbccddeeff';
const compactTopic = `02 0000 02 74 00112233445566778899aabbccddeeff 01
  02 0000 00000001 00000002 00000003 02 00000002 02 00000002 01 00 80000000 00`;

const listedOffset = {
  partitionIndex: 2,
  errorCode: 0,
  timestamp: -1n,
  offset: 9n,
  leaderEpoch: 3,
};

export const WRITTEN_BY_HAND: readonly WrittenByHand[] = [
  {
    api: 'ApiVersions',
    version: 3,
    kind: 'response',
    body: {
      errorCode: 0,
      apiKeys: [{ apiKey: 11, minVersion: 0, maxVersion: 9 }],
      throttleTimeMs: 5,
      supportedFeatures: [{ name: 'f', minVersion: 1, maxVersion: 2 }],
      finalizedFeaturesEpoch: 7n,
      finalizedFeatures: [{ name: 'f', maxVersionLevel: 2, minVersionLevel: 1 }],
      zkMigrationReady: true,
    },
    hex: `0000 02 000b 0000 0009 00 00000005
      04 00 08 02 02 66 0001 0002 00 01 08 0000000000000007 02 08 02 02 66 0002 0001 00 03 01 01`,
  },
  {
    api: 'FindCoordinator',
    version: 3,
    kind: 'request',
    body: { key: 'g', keyType: 0 },
    hex: '02 67 00 00',
  },
  {
    api: 'FindCoordinator',
    version: 3,
    kind: 'response',
    body: { throttleTimeMs: 5, errorCode: 15, errorMessage: null, nodeId: -1, host: '', port: -1 },
    hex: '00000005 000f 00 ffffffff 01 ffffffff 00',
  },
  {
    api: 'Metadata',
    version: 7,
    kind: 'request',
    body: { topics: [{ name: 't' }], allowAutoTopicCreation: true },
    hex: '00000001 0001 74 01',
  },
  {
    api: 'Metadata',
    version: 7,
    kind: 'response',
    body: { ...metadata, topics: [topic] },
    hex: `${metadataHead} 00000001 0000 0001 74 01 00000001 ${partitionHex}`,
  },
  {
    api: 'Metadata',
    version: 8,
    kind: 'request',
    body: {
      topics: null,
      allowAutoTopicCreation: false,
      includeClusterAuthorizedOperations: true,
      includeTopicAuthorizedOperations: false,
    },
    hex: 'ffffffff 00 01 00',
  },
  {
    api: 'Metadata',
    version: 8,
    kind: 'response',
    body: {
      ...metadata,
      topics: [{ ...topic, topicAuthorizedOperations: 1 }],
      clusterAuthorizedOperations: 2,
    },
    hex: `${metadataHead} 00000001 0000 0001 74 01 00000001 ${partitionHex} 00000001 00000002`,
  },
  {
    api: 'Metadata',
    version: 11,
    kind: 'request',
    body: {
      topics: [{ topicId, name: 't' }],
      allowAutoTopicCreation: true,
      includeTopicAuthorizedOperations: false,
    },
    hex: '02 00112233445566778899aabbccddeeff 02 74 00 01 00 00',
  },
  {
    api: 'Metadata',
    version: 11,
    kind: 'response',
    body: { ...metadata, topics: [{ ...topic, topicId, topicAuthorizedOperations: -2147483648 }] },
    hex: `${compactHead} ${compactTopic} 00`,
  },
  {
    api: 'Metadata',
    version: 13,
    kind: 'request',
    body: {
      topics: [{ topicId, name: null }],
      allowAutoTopicCreation: false,
      includeTopicAuthorizedOperations: true,
    },
    hex: '02 00112233445566778899aabbccddeeff 00 00 00 01 00',
  },
  {
    api: 'Metadata',
    version: 13,
    kind: 'response',
    body: {
      ...metadata,
      topics: [{ ...topic, topicId, topicAuthorizedOperations: -2147483648 }],
      errorCode: 41,
    },
    hex: `${compactHead} ${compactTopic} 0029 00`,
  },
  {
    api: 'DescribeConfigs',
    version: 4,
    kind: 'request',
    body: {
      resources: [{ resourceType: 4, resourceName: '0', configurationKeys: null }],
      includeSynonyms: false,
      includeDocumentation: false,
    },
    hex: '02 04 02 30 00 00 00 00 00',
  },
  {
    api: 'DescribeGroups',
    version: 3,
    kind: 'request',
    body: { groups: ['g'], includeAuthorizedOperations: true },
    hex: '00000001 0001 67 01',
  },
  {
    api: 'DescribeGroups',
    version: 3,
    kind: 'response',
    body: { throttleTimeMs: 5, groups: [{ ...describedGroup, members: [describedMember] }] },
    hex: `00000005 00000001 0000 0001 67 ${stable} 00000001
      0001 6d 0001 63 0001 68 00000001 01 00000002 0203 80000000`,
  },
  {
    api: 'DescribeGroups',
    version: 4,
    kind: 'request',
    body: { groups: [], includeAuthorizedOperations: false },
    hex: '00000000 00',
  },
  {
    api: 'DescribeGroups',
    version: 4,
    kind: 'response',
    body: {
      throttleTimeMs: 5,
      groups: [{ ...describedGroup, members: [{ ...describedMember, groupInstanceId: 'i' }] }],
    },
    hex: `00000005 00000001 0000 0001 67 ${stable} 00000001
      0001 6d 0001 69 0001 63 0001 68 00000001 01 00000002 0203 80000000`,
  },
  {
    api: 'DescribeGroups',
    version: 6,
    kind: 'request',
    body: { groups: ['g'], includeAuthorizedOperations: false },
    hex: '02 02 67 00 00',
  },
  {
    api: 'DescribeGroups',
    version: 6,
    kind: 'response',
    body: {
      throttleTimeMs: 5,
      groups: [
        {
          ...describedGroup,
          errorCode: 69,
          errorMessage: 'no',
          groupState: 'Dead',
          protocolType: '',
          protocolData: '',
          members: [],
        },
      ],
    },
    hex: '00000005 02 0045 03 6e6f 02 67 05 44656164 01 01 01 80000000 00 00',
  },
  { api: 'ListGroups', version: 3, kind: 'request', body: {}, hex: '00' },
  {
    api: 'ListGroups',
    version: 3,
    kind: 'response',
    body: { throttleTimeMs: 5, errorCode: 0, groups: [{ groupId: 'g', protocolType: 'consumer' }] },
    hex: '00000005 0000 02 02 67 09 636f6e73756d6572 00 00',
  },
  {
    api: 'DeleteGroups',
    version: 3,
    kind: 'request',
    body: { groupsNames: ['g'] },
    hex: '02 02 67 00',
  },
  {
    api: 'DeleteGroups',
    version: 3,
    kind: 'response',
    body: {
      throttleTimeMs: 5,
      results: [
        { groupId: 'g', errorCode: 68, errorMessage: 'no' },
        { groupId: 'h', errorCode: 0, errorMessage: null },
      ],
    },
    hex: '00000005 03 02 67 0044 03 6e6f 00 02 68 0000 00 00 00',
  },
  {
    api: 'Fetch',
    version: 12,
    kind: 'request',
    body: {
      replicaId: -1,
      maxWaitMs: 5,
      minBytes: 1,
      maxBytes: 256,
      isolationLevel: 0,
      sessionId: 0,
      sessionEpoch: -1,
      topics: [
        {
          topic: 't',
          partitions: [
            {
              partition: 1,
              currentLeaderEpoch: -1,
              fetchOffset: 7n,
              lastFetchedEpoch: -1,
              logStartOffset: -1n,
              partitionMaxBytes: 128,
            },
          ],
        },
      ],
      forgottenTopicsData: [{ topic: 'u', partitions: [2] }],
      rackId: 'r',
      clusterId: 'k',
    },
    hex: `ffffffff 00000005 00000001 00000100 00 00000000 ffffffff
      02 02 74 02 00000001 ffffffff 0000000000000007 ffffffff ffffffffffffffff 00000080 00 00
      02 02 75 02 00000002 00 02 72 01 00 02 02 6b`,
  },
  {
    api: 'Fetch',
    version: 12,
    kind: 'response',
    body: {
      throttleTimeMs: 5,
      errorCode: 0,
      sessionId: 0,
      responses: [
        {
          topic: 't',
          partitions: [
            {
              partitionIndex: 1,
              errorCode: 6,
              highWatermark: 9n,
              lastStableOffset: 8n,
              logStartOffset: 0n,
              divergingEpoch: { epoch: 3, endOffset: 6n },
              currentLeader: { leaderId: 2, leaderEpoch: 4 },
              snapshotId: { endOffset: 5n, epoch: 1 },
              abortedTransactions: [{ producerId: 10n, firstOffset: 11n }],
              preferredReadReplica: -1,
              records: new Uint8Array([1, 2]),
            },
          ],
        },
      ],
    },
    hex: `00000005 0000 00000000 02 02 74 02
      00000001 0006 0000000000000009 0000000000000008 0000000000000000
      02 000000000000000a 000000000000000b 00 ffffffff 03 0102
      03 00 0d 00000003 0000000000000006 00 01 09 00000002 00000004 00
      02 0d 0000000000000005 00000001 00 00 00`,
  },
  {
    api: 'ListOffsets',
    version: 4,
    kind: 'request',
    body: {
      replicaId: -1,
      isolationLevel: 1,
      topics: [
        {
          name: 't',
          partitions: [{ partitionIndex: 2, currentLeaderEpoch: 3, timestamp: -1n }],
        },
      ],
    },
    hex: 'ffffffff 01 00000001 0001 74 00000001 00000002 00000003 ffffffffffffffff',
  },
  {
    api: 'ListOffsets',
    version: 4,
    kind: 'response',
    body: {
      throttleTimeMs: 5,
      topics: [{ name: 't', partitions: [listedOffset] }],
    },
    hex: `00000005 00000001 0001 74 00000001
      00000002 0000 ffffffffffffffff 0000000000000009 00000003`,
  },
  {
    api: 'ListOffsets',
    version: 10,
    kind: 'request',
    body: {
      replicaId: -1,
      isolationLevel: 0,
      topics: [
        {
          name: 't',
          partitions: [{ partitionIndex: 2, currentLeaderEpoch: -1, timestamp: -2n }],
        },
      ],
      timeoutMs: 6,
    },
    hex: 'ffffffff 00 02 02 74 02 00000002 ffffffff fffffffffffffffe 00 00 00000006 00',
  },
  {
    api: 'ListOffsets',
    version: 10,
    kind: 'response',
    body: {
      throttleTimeMs: 5,
      topics: [{ name: 't', partitions: [listedOffset] }],
    },
    hex: '00000005 02 02 74 02 00000002 0000 ffffffffffffffff 0000000000000009 00000003 00 00 00',
  },
];
