import type { Call } from '../call.js';
import type { Group } from '../classic/group.js';
import type { Shard } from '../classic/shard.js';
import { errorCode } from '../errors.js';

const GROUP_TYPE = 'classic';

/** Answers at once (RT-02): the groups that are committed, with their fields as they are (RT-07). */
export function listGroups(shard: Shard, call: Call<'ListGroups'>): void {
  const { statesFilter, typesFilter } = call.body;
  shard.cite('RT-07');
  if (statesFilter.length > 0 || typesFilter.length > 0) shard.cite('LIST-02');
  const states = new Set(statesFilter.map((state) => state.toLowerCase().trim()));
  const types = new Set(typesFilter.map((type) => type.toLowerCase()));
  const matches = (group: Group): boolean =>
    (states.size === 0 || states.has(group.state.toLowerCase())) &&
    (types.size === 0 || types.has(GROUP_TYPE));

  call.answer({
    throttleTimeMs: 0,
    errorCode: errorCode('NONE'),
    groups: [...shard.groups.committed.values()].filter(matches).map((group) => {
      shard.cite('LIST-01');
      return {
        groupId: group.groupId,
        protocolType: group.protocolType ?? '',
        groupState: group.state,
        groupType: GROUP_TYPE,
      };
    }),
  });
}
