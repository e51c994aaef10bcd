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

/** Request and response of every API by its name. */
export type ApiMessages = {
  readonly ApiVersions: {
    readonly request: ApiVersionsRequest;
    readonly response: ApiVersionsResponse;
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
  readonly FindCoordinator: {
    readonly request: FindCoordinatorRequest;
    readonly response: FindCoordinatorResponse;
  };
  readonly Heartbeat: {
    readonly request: HeartbeatRequest;
    readonly response: HeartbeatResponse;
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
  readonly Metadata: {
    readonly request: MetadataRequest;
    readonly response: MetadataResponse;
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
