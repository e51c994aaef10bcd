// Written by npm run generate from spec/messages: change those instead.

/*
 * The complete form of every message: fields of all versions. These are type aliases because only
 * those, not interfaces, are assignable to MessageBody.
 */

export type ApiVersionsRequest = {
  readonly clientSoftwareName: string;
  readonly clientSoftwareVersion: string;
};

export type ApiVersionsResponse = {
  readonly errorCode: number;
  readonly apiKeys: readonly ApiVersionsResponseApiVersion[];
  readonly throttleTimeMs: number;
  readonly supportedFeatures: readonly ApiVersionsResponseSupportedFeature[];
  readonly finalizedFeaturesEpoch: bigint;
  readonly finalizedFeatures: readonly ApiVersionsResponseFinalizedFeature[];
  readonly zkMigrationReady: boolean;
};

export type ApiVersionsResponseApiVersion = {
  readonly apiKey: number;
  readonly minVersion: number;
  readonly maxVersion: number;
};

export type ApiVersionsResponseSupportedFeature = {
  readonly name: string;
  readonly minVersion: number;
  readonly maxVersion: number;
};

export type ApiVersionsResponseFinalizedFeature = {
  readonly name: string;
  readonly maxVersionLevel: number;
  readonly minVersionLevel: number;
};

export type CreateTopicsRequest = {
  readonly topics: readonly CreateTopicsRequestTopic[];
  readonly timeoutMs: number;
  readonly validateOnly: boolean;
};

export type CreateTopicsRequestTopic = {
  readonly name: string;
  readonly numPartitions: number;
  readonly replicationFactor: number;
  readonly assignments: readonly CreateTopicsRequestAssignment[];
  readonly configs: readonly CreateTopicsRequestTopicConfig[];
};

export type CreateTopicsRequestAssignment = {
  readonly partitionIndex: number;
  readonly brokerIds: readonly number[];
};

export type CreateTopicsRequestTopicConfig = {
  readonly name: string;
  readonly value: string | null;
};

export type CreateTopicsResponse = {
  readonly throttleTimeMs: number;
  readonly topics: readonly CreateTopicsResponseTopic[];
};

export type CreateTopicsResponseTopic = {
  readonly name: string;
  readonly topicId: string;
  readonly errorCode: number;
  readonly errorMessage: string | null;
  readonly topicConfigErrorCode: number;
  readonly numPartitions: number;
  readonly replicationFactor: number;
  readonly configs: readonly CreateTopicsResponseTopicConfig[] | null;
};

export type CreateTopicsResponseTopicConfig = {
  readonly name: string;
  readonly value: string | null;
  readonly readOnly: boolean;
  readonly configSource: number;
  readonly isSensitive: boolean;
};

export type DeleteGroupsRequest = {
  readonly groupsNames: readonly string[];
};

export type DeleteGroupsResponse = {
  readonly throttleTimeMs: number;
  readonly results: readonly DeleteGroupsResponseResult[];
};

export type DeleteGroupsResponseResult = {
  readonly groupId: string;
  readonly errorCode: number;
  readonly errorMessage: string | null;
};

export type DescribeConfigsRequest = {
  readonly resources: readonly DescribeConfigsRequestResource[];
  readonly includeSynonyms: boolean;
  readonly includeDocumentation: boolean;
};

export type DescribeConfigsRequestResource = {
  readonly resourceType: number;
  readonly resourceName: string;
  readonly configurationKeys: readonly string[] | null;
};

export type DescribeConfigsResponse = {
  readonly throttleTimeMs: number;
  readonly results: readonly DescribeConfigsResponseResult[];
};

export type DescribeConfigsResponseResult = {
  readonly errorCode: number;
  readonly errorMessage: string | null;
  readonly resourceType: number;
  readonly resourceName: string;
  readonly configs: readonly DescribeConfigsResponseConfig[];
};

export type DescribeConfigsResponseConfig = {
  readonly name: string;
  readonly value: string | null;
  readonly readOnly: boolean;
  readonly isDefault: boolean;
  readonly configSource: number;
  readonly isSensitive: boolean;
  readonly synonyms: readonly DescribeConfigsResponseSynonym[];
  readonly configType: number;
  readonly documentation: string | null;
};

export type DescribeConfigsResponseSynonym = {
  readonly name: string;
  readonly value: string | null;
  readonly source: number;
};

export type DescribeGroupsRequest = {
  readonly groups: readonly string[];
  readonly includeAuthorizedOperations: boolean;
};

export type DescribeGroupsResponse = {
  readonly throttleTimeMs: number;
  readonly groups: readonly DescribeGroupsResponseGroup[];
};

export type DescribeGroupsResponseGroup = {
  readonly errorCode: number;
  readonly errorMessage: string | null;
  readonly groupId: string;
  readonly groupState: string;
  readonly protocolType: string;
  readonly protocolData: string;
  readonly members: readonly DescribeGroupsResponseMember[];
  readonly authorizedOperations: number;
};

export type DescribeGroupsResponseMember = {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  readonly memberMetadata: Uint8Array;
  readonly memberAssignment: Uint8Array;
};

export type FetchRequest = {
  readonly clusterId: string | null;
  readonly replicaId: number;
  readonly replicaState: FetchRequestReplicaState;
  readonly maxWaitMs: number;
  readonly minBytes: number;
  readonly maxBytes: number;
  readonly isolationLevel: number;
  readonly sessionId: number;
  readonly sessionEpoch: number;
  readonly topics: readonly FetchRequestTopic[];
  readonly forgottenTopicsData: readonly FetchRequestForgottenTopic[];
  readonly rackId: string;
};

export type FetchRequestReplicaState = {
  readonly replicaId: number;
  readonly replicaEpoch: bigint;
};

export type FetchRequestTopic = {
  readonly topic: string;
  readonly topicId: string;
  readonly partitions: readonly FetchRequestPartition[];
};

export type FetchRequestPartition = {
  readonly partition: number;
  readonly currentLeaderEpoch: number;
  readonly fetchOffset: bigint;
  readonly lastFetchedEpoch: number;
  readonly logStartOffset: bigint;
  readonly partitionMaxBytes: number;
  readonly replicaDirectoryId: string;
};

export type FetchRequestForgottenTopic = {
  readonly topic: string;
  readonly topicId: string;
  readonly partitions: readonly number[];
};

export type FetchResponse = {
  readonly throttleTimeMs: number;
  readonly errorCode: number;
  readonly sessionId: number;
  readonly responses: readonly FetchResponseTopic[];
  readonly nodeEndpoints: readonly FetchResponseNodeEndpoint[];
};

export type FetchResponseTopic = {
  readonly topic: string;
  readonly topicId: string;
  readonly partitions: readonly FetchResponsePartition[];
};

export type FetchResponsePartition = {
  readonly partitionIndex: number;
  readonly errorCode: number;
  readonly highWatermark: bigint;
  readonly lastStableOffset: bigint;
  readonly logStartOffset: bigint;
  readonly divergingEpoch: FetchResponseDivergingEpoch;
  readonly currentLeader: FetchResponseLeader;
  readonly snapshotId: FetchResponseSnapshotId;
  readonly abortedTransactions: readonly FetchResponseAbortedTransaction[] | null;
  readonly preferredReadReplica: number;
  readonly records: Uint8Array | null;
};

export type FetchResponseDivergingEpoch = {
  readonly epoch: number;
  readonly endOffset: bigint;
};

export type FetchResponseLeader = {
  readonly leaderId: number;
  readonly leaderEpoch: number;
};

export type FetchResponseSnapshotId = {
  readonly endOffset: bigint;
  readonly epoch: number;
};

export type FetchResponseAbortedTransaction = {
  readonly producerId: bigint;
  readonly firstOffset: bigint;
};

export type FetchResponseNodeEndpoint = {
  readonly nodeId: number;
  readonly host: string;
  readonly port: number;
  readonly rack: string | null;
};

export type FindCoordinatorRequest = {
  readonly key: string;
  readonly keyType: number;
  readonly coordinatorKeys: readonly string[];
};

export type FindCoordinatorResponse = {
  readonly throttleTimeMs: number;
  readonly errorCode: number;
  readonly errorMessage: string | null;
  readonly nodeId: number;
  readonly host: string;
  readonly port: number;
  readonly coordinators: readonly FindCoordinatorResponseCoordinator[];
};

export type FindCoordinatorResponseCoordinator = {
  readonly key: string;
  readonly nodeId: number;
  readonly host: string;
  readonly port: number;
  readonly errorCode: number;
  readonly errorMessage: string | null;
};

export type HeartbeatRequest = {
  readonly groupId: string;
  readonly generationId: number;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
};

export type HeartbeatResponse = {
  readonly throttleTimeMs: number;
  readonly errorCode: number;
};

export type InitProducerIdRequest = {
  readonly transactionalId: string | null;
  readonly transactionTimeoutMs: number;
  readonly producerId: bigint;
  readonly producerEpoch: number;
};

export type InitProducerIdResponse = {
  readonly throttleTimeMs: number;
  readonly errorCode: number;
  readonly producerId: bigint;
  readonly producerEpoch: number;
};

export type JoinGroupRequest = {
  readonly groupId: string;
  readonly sessionTimeoutMs: number;
  readonly rebalanceTimeoutMs: number;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly protocolType: string;
  readonly protocols: readonly JoinGroupRequestProtocol[];
  readonly reason: string | null;
};

export type JoinGroupRequestProtocol = {
  readonly name: string;
  readonly metadata: Uint8Array;
};

export type JoinGroupResponse = {
  readonly throttleTimeMs: number;
  readonly errorCode: number;
  readonly generationId: number;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly leader: string;
  readonly skipAssignment: boolean;
  readonly memberId: string;
  readonly members: readonly JoinGroupResponseMember[];
};

export type JoinGroupResponseMember = {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly metadata: Uint8Array;
};

export type LeaveGroupRequest = {
  readonly groupId: string;
  readonly memberId: string;
  readonly members: readonly LeaveGroupRequestMember[];
};

export type LeaveGroupRequestMember = {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly reason: string | null;
};

export type LeaveGroupResponse = {
  readonly throttleTimeMs: number;
  readonly errorCode: number;
  readonly members: readonly LeaveGroupResponseMember[];
};

export type LeaveGroupResponseMember = {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly errorCode: number;
};

export type ListGroupsRequest = {
  readonly statesFilter: readonly string[];
  readonly typesFilter: readonly string[];
};

export type ListGroupsResponse = {
  readonly throttleTimeMs: number;
  readonly errorCode: number;
  readonly groups: readonly ListGroupsResponseGroup[];
};

export type ListGroupsResponseGroup = {
  readonly groupId: string;
  readonly protocolType: string;
  readonly groupState: string;
  readonly groupType: string;
};

export type ListOffsetsRequest = {
  readonly replicaId: number;
  readonly isolationLevel: number;
  readonly topics: readonly ListOffsetsRequestTopic[];
  readonly timeoutMs: number;
};

export type ListOffsetsRequestTopic = {
  readonly name: string;
  readonly partitions: readonly ListOffsetsRequestPartition[];
};

export type ListOffsetsRequestPartition = {
  readonly partitionIndex: number;
  readonly currentLeaderEpoch: number;
  readonly timestamp: bigint;
};

export type ListOffsetsResponse = {
  readonly throttleTimeMs: number;
  readonly topics: readonly ListOffsetsResponseTopic[];
};

export type ListOffsetsResponseTopic = {
  readonly name: string;
  readonly partitions: readonly ListOffsetsResponsePartition[];
};

export type ListOffsetsResponsePartition = {
  readonly partitionIndex: number;
  readonly errorCode: number;
  readonly timestamp: bigint;
  readonly offset: bigint;
  readonly leaderEpoch: number;
};

export type MetadataRequest = {
  readonly topics: readonly MetadataRequestTopic[] | null;
  readonly allowAutoTopicCreation: boolean;
  readonly includeClusterAuthorizedOperations: boolean;
  readonly includeTopicAuthorizedOperations: boolean;
};

export type MetadataRequestTopic = {
  readonly topicId: string;
  readonly name: string | null;
};

export type MetadataResponse = {
  readonly throttleTimeMs: number;
  readonly brokers: readonly MetadataResponseBroker[];
  readonly clusterId: string | null;
  readonly controllerId: number;
  readonly topics: readonly MetadataResponseTopic[];
  readonly clusterAuthorizedOperations: number;
  readonly errorCode: number;
};

export type MetadataResponseBroker = {
  readonly nodeId: number;
  readonly host: string;
  readonly port: number;
  readonly rack: string | null;
};

export type MetadataResponseTopic = {
  readonly errorCode: number;
  readonly name: string | null;
  readonly topicId: string;
  readonly isInternal: boolean;
  readonly partitions: readonly MetadataResponsePartition[];
  readonly topicAuthorizedOperations: number;
};

export type MetadataResponsePartition = {
  readonly errorCode: number;
  readonly partitionIndex: number;
  readonly leaderId: number;
  readonly leaderEpoch: number;
  readonly replicaNodes: readonly number[];
  readonly isrNodes: readonly number[];
  readonly offlineReplicas: readonly number[];
};

export type OffsetCommitRequest = {
  readonly groupId: string;
  readonly generationIdOrMemberEpoch: number;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly retentionTimeMs: bigint;
  readonly topics: readonly OffsetCommitRequestTopic[];
};

export type OffsetCommitRequestTopic = {
  readonly name: string;
  readonly partitions: readonly OffsetCommitRequestPartition[];
};

export type OffsetCommitRequestPartition = {
  readonly partitionIndex: number;
  readonly committedOffset: bigint;
  readonly committedLeaderEpoch: number;
  readonly committedMetadata: string | null;
};

export type OffsetCommitResponse = {
  readonly throttleTimeMs: number;
  readonly topics: readonly OffsetCommitResponseTopic[];
};

export type OffsetCommitResponseTopic = {
  readonly name: string;
  readonly partitions: readonly OffsetCommitResponsePartition[];
};

export type OffsetCommitResponsePartition = {
  readonly partitionIndex: number;
  readonly errorCode: number;
};

export type OffsetFetchRequest = {
  readonly groupId: string;
  readonly topics: readonly OffsetFetchRequestTopic[] | null;
  readonly groups: readonly OffsetFetchRequestGroup[];
  readonly requireStable: boolean;
};

export type OffsetFetchRequestTopic = {
  readonly name: string;
  readonly partitionIndexes: readonly number[];
};

export type OffsetFetchRequestGroup = {
  readonly groupId: string;
  readonly memberId: string | null;
  readonly memberEpoch: number;
  readonly topics: readonly OffsetFetchRequestGroupTopic[] | null;
};

export type OffsetFetchRequestGroupTopic = {
  readonly name: string;
  readonly partitionIndexes: readonly number[];
};

export type OffsetFetchResponse = {
  readonly throttleTimeMs: number;
  readonly topics: readonly OffsetFetchResponseTopic[];
  readonly errorCode: number;
  readonly groups: readonly OffsetFetchResponseGroup[];
};

export type OffsetFetchResponseTopic = {
  readonly name: string;
  readonly partitions: readonly OffsetFetchResponsePartition[];
};

export type OffsetFetchResponsePartition = {
  readonly partitionIndex: number;
  readonly committedOffset: bigint;
  readonly committedLeaderEpoch: number;
  readonly metadata: string | null;
  readonly errorCode: number;
};

export type OffsetFetchResponseGroup = {
  readonly groupId: string;
  readonly topics: readonly OffsetFetchResponseGroupTopic[];
  readonly errorCode: number;
};

export type OffsetFetchResponseGroupTopic = {
  readonly name: string;
  readonly partitions: readonly OffsetFetchResponseGroupPartition[];
};

export type OffsetFetchResponseGroupPartition = {
  readonly partitionIndex: number;
  readonly committedOffset: bigint;
  readonly committedLeaderEpoch: number;
  readonly metadata: string | null;
  readonly errorCode: number;
};

export type ProduceRequest = {
  readonly transactionalId: string | null;
  readonly acks: number;
  readonly timeoutMs: number;
  readonly topicData: readonly ProduceRequestTopic[];
};

export type ProduceRequestTopic = {
  readonly name: string;
  readonly partitionData: readonly ProduceRequestPartition[];
};

export type ProduceRequestPartition = {
  readonly index: number;
  readonly records: Uint8Array | null;
};

export type ProduceResponse = {
  readonly responses: readonly ProduceResponseTopic[];
  readonly throttleTimeMs: number;
  readonly nodeEndpoints: readonly ProduceResponseNodeEndpoint[];
};

export type ProduceResponseTopic = {
  readonly name: string;
  readonly partitionResponses: readonly ProduceResponsePartition[];
};

export type ProduceResponsePartition = {
  readonly index: number;
  readonly errorCode: number;
  readonly baseOffset: bigint;
  readonly logAppendTimeMs: bigint;
  readonly logStartOffset: bigint;
  readonly recordErrors: readonly ProduceResponseRecordError[];
  readonly errorMessage: string | null;
  readonly currentLeader: ProduceResponseLeader;
};

export type ProduceResponseRecordError = {
  readonly batchIndex: number;
  readonly batchIndexErrorMessage: string | null;
};

export type ProduceResponseLeader = {
  readonly leaderId: number;
  readonly leaderEpoch: number;
};

export type ProduceResponseNodeEndpoint = {
  readonly nodeId: number;
  readonly host: string;
  readonly port: number;
  readonly rack: string | null;
};

export type SaslAuthenticateRequest = {
  readonly authBytes: Uint8Array;
};

export type SaslAuthenticateResponse = {
  readonly errorCode: number;
  readonly errorMessage: string | null;
  readonly authBytes: Uint8Array;
  readonly sessionLifetimeMs: bigint;
};

export type SaslHandshakeRequest = {
  readonly mechanism: string;
};

export type SaslHandshakeResponse = {
  readonly errorCode: number;
  readonly mechanisms: readonly string[];
};

export type SyncGroupRequest = {
  readonly groupId: string;
  readonly generationId: number;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly assignments: readonly SyncGroupRequestAssignment[];
};

export type SyncGroupRequestAssignment = {
  readonly memberId: string;
  readonly assignment: Uint8Array;
};

export type SyncGroupResponse = {
  readonly throttleTimeMs: number;
  readonly errorCode: number;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly assignment: Uint8Array;
};

export type ConsumerProtocolAssignment = {
  readonly assignedPartitions: readonly ConsumerProtocolAssignmentTopicPartition[];
  readonly userData: Uint8Array | null;
};

export type ConsumerProtocolAssignmentTopicPartition = {
  readonly topic: string;
  readonly partitions: readonly number[];
};

export type ConsumerProtocolSubscription = {
  readonly topics: readonly string[];
  readonly userData: Uint8Array | null;
  readonly ownedPartitions: readonly ConsumerProtocolSubscriptionTopicPartition[];
  readonly generationId: number;
  readonly rackId: string | null;
};

export type ConsumerProtocolSubscriptionTopicPartition = {
  readonly topic: string;
  readonly partitions: readonly number[];
};

export type GroupMetadataKey = {
  readonly group: string;
};

export type GroupMetadataValue = {
  readonly protocolType: string;
  readonly generation: number;
  readonly protocol: string | null;
  readonly leader: string | null;
  readonly currentStateTimestamp: bigint;
  readonly members: readonly GroupMetadataValueMember[];
};

export type GroupMetadataValueMember = {
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  readonly rebalanceTimeout: number;
  readonly sessionTimeout: number;
  readonly subscription: Uint8Array;
  readonly assignment: Uint8Array;
};

export type OffsetCommitKey = {
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
};

/** Request and response of every API by its name. */
export type ApiMessages = {
  readonly ApiVersions: {
    readonly request: ApiVersionsRequest;
    readonly response: ApiVersionsResponse;
  };
  readonly CreateTopics: {
    readonly request: CreateTopicsRequest;
    readonly response: CreateTopicsResponse;
  };
  readonly DeleteGroups: {
    readonly request: DeleteGroupsRequest;
    readonly response: DeleteGroupsResponse;
  };
  readonly DescribeConfigs: {
    readonly request: DescribeConfigsRequest;
    readonly response: DescribeConfigsResponse;
  };
  readonly DescribeGroups: {
    readonly request: DescribeGroupsRequest;
    readonly response: DescribeGroupsResponse;
  };
  readonly Fetch: {
    readonly request: FetchRequest;
    readonly response: FetchResponse;
  };
  readonly FindCoordinator: {
    readonly request: FindCoordinatorRequest;
    readonly response: FindCoordinatorResponse;
  };
  readonly Heartbeat: {
    readonly request: HeartbeatRequest;
    readonly response: HeartbeatResponse;
  };
  readonly InitProducerId: {
    readonly request: InitProducerIdRequest;
    readonly response: InitProducerIdResponse;
  };
  readonly JoinGroup: {
    readonly request: JoinGroupRequest;
    readonly response: JoinGroupResponse;
  };
  readonly LeaveGroup: {
    readonly request: LeaveGroupRequest;
    readonly response: LeaveGroupResponse;
  };
  readonly ListGroups: {
    readonly request: ListGroupsRequest;
    readonly response: ListGroupsResponse;
  };
  readonly ListOffsets: {
    readonly request: ListOffsetsRequest;
    readonly response: ListOffsetsResponse;
  };
  readonly Metadata: {
    readonly request: MetadataRequest;
    readonly response: MetadataResponse;
  };
  readonly OffsetCommit: {
    readonly request: OffsetCommitRequest;
    readonly response: OffsetCommitResponse;
  };
  readonly OffsetFetch: {
    readonly request: OffsetFetchRequest;
    readonly response: OffsetFetchResponse;
  };
  readonly Produce: {
    readonly request: ProduceRequest;
    readonly response: ProduceResponse;
  };
  readonly SaslAuthenticate: {
    readonly request: SaslAuthenticateRequest;
    readonly response: SaslAuthenticateResponse;
  };
  readonly SaslHandshake: {
    readonly request: SaslHandshakeRequest;
    readonly response: SaslHandshakeResponse;
  };
  readonly SyncGroup: {
    readonly request: SyncGroupRequest;
    readonly response: SyncGroupResponse;
  };
};
