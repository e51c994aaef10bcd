import { type ApiName, apiSchema } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { includesVersion } from '../../spec/version-range.js';
import type { Durations } from '../expand/durations.js';
import type { GroupApi } from './checks.js';

export interface ProbeTarget {
  readonly groupId: string;
  readonly durations: Durations;
}

const PROTOCOL_TYPE = 'consumer';
const PROTOCOL = 'range';
/** No coordinator has handed it out. */
const NOBODY = 'nobody';

/** A request that is answered whatever state the group is in; a join may be parked before. */
export function probeRequest(api: GroupApi, version: number, target: ProbeTarget): MessageBody {
  const { groupId } = target;
  switch (api) {
    case 'JoinGroup':
      return joinRequest(version, target, '');
    case 'SyncGroup':
      return within(api, version, {
        groupId,
        generationId: 1,
        memberId: NOBODY,
        groupInstanceId: null,
        protocolType: PROTOCOL_TYPE,
        protocolName: PROTOCOL,
        assignments: [],
      });
    case 'Heartbeat':
      return within(api, version, {
        groupId,
        generationId: 1,
        memberId: NOBODY,
        groupInstanceId: null,
      });
    case 'LeaveGroup':
      return within(api, version, {
        groupId,
        memberId: NOBODY,
        members: [{ memberId: NOBODY, groupInstanceId: null }],
      });
    case 'DescribeGroups':
      return { groups: [groupId] };
    case 'DeleteGroups':
      return { groupsNames: [groupId] };
    case 'ListGroups':
      return {};
  }
}

export function joinRequest(
  version: number,
  { groupId, durations }: ProbeTarget,
  memberId: string,
): MessageBody {
  return within('JoinGroup', version, {
    groupId,
    sessionTimeoutMs: durations.sessionTimeout,
    rebalanceTimeoutMs: durations.rebalanceTimeout,
    memberId,
    groupInstanceId: null,
    protocolType: PROTOCOL_TYPE,
    protocols: [{ name: PROTOCOL, metadata: new Uint8Array([1]) }],
  });
}

/** Without the fields that the version lacks. */
function within(api: ApiName, version: number, body: MessageBody): MessageBody {
  const fields = apiSchema(api).request.fields.filter(({ versions }) =>
    includesVersion(versions, version),
  );
  const names = new Set(fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));
}
