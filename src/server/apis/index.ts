import type { Broker } from '../broker.js';
import type { Handlers } from '../exchange.js';
import { apiVersions } from './api-versions.js';
import { createTopics } from './create-topics.js';
import { deleteGroups } from './delete-groups.js';
import { describeConfigs } from './describe-configs.js';
import { fetch } from './fetch.js';
import { findCoordinator } from './find-coordinator.js';
import { byCoordinator } from './groups.js';
import { initProducerId } from './init-producer-id.js';
import { listOffsets } from './list-offsets.js';
import { metadata } from './metadata.js';
import { offsetCommit } from './offset-commit.js';
import { offsetFetch } from './offset-fetch.js';
import { produce } from './produce.js';

export { unsupportedApiVersions } from './api-versions.js';

export function createHandlers(broker: Broker): Handlers {
  const { host } = broker;
  return {
    ApiVersions: apiVersions,
    CreateTopics: createTopics(broker),
    DeleteGroups: deleteGroups(host),
    DescribeConfigs: describeConfigs(broker),
    DescribeGroups: byCoordinator(host),
    Fetch: fetch(broker),
    FindCoordinator: findCoordinator(broker),
    Heartbeat: byCoordinator(host),
    InitProducerId: initProducerId(),
    JoinGroup: byCoordinator(host),
    LeaveGroup: byCoordinator(host),
    ListGroups: byCoordinator(host),
    ListOffsets: listOffsets(broker),
    Metadata: metadata(broker),
    OffsetCommit: offsetCommit(broker),
    OffsetFetch: offsetFetch(broker),
    Produce: produce(broker),
    SyncGroup: byCoordinator(host),
  };
}
