import type { Call } from '../call.js';
import { ruled } from '../citation.js';
import { offsetTombstone } from '../classic/offsets.js';
import { tombstone } from '../classic/records.js';
import type { Shard } from '../classic/shard.js';
import { type ErrorName, errorCode } from '../errors.js';
import type { LogRecord } from '../runtime/log.js';
import type { Outcome } from '../runtime/operation.js';

/** The groups go when their tombstones are replayed (RT-04). */
export function deleteGroups(shard: Shard, call: Call<'DeleteGroups'>): Outcome {
  const records: LogRecord[] = [];
  const results = [...new Set(call.body.groupsNames)].map((groupId) => ({
    groupId,
    errorCode: errorCode(deleteGroup(shard, groupId, records)),
    errorMessage: null,
  }));
  return {
    records,
    replay: true,
    afterCommit: () => call.answer({ throttleTimeMs: 0, results }),
  };
}

function deleteGroup(shard: Shard, groupId: string, records: LogRecord[]): ErrorName {
  const group = shard.groups.get(groupId);
  if (group === undefined) return ruled(shard, 'DEL-01', 'GROUP_ID_NOT_FOUND');
  if (group.state !== 'Empty') return ruled(shard, 'DEL-01', 'NON_EMPTY_GROUP');
  // Pending ids go with the group; their timers will find nothing (TYPE-10).
  if (group.pendingIds.size > 0) shard.cite('DEL-02');
  for (const key of shard.offsets.of(groupId)) records.push(offsetTombstone(shard, key));
  records.push(tombstone(shard, groupId));
  return ruled(shard, 'DEL-01', 'NONE');
}
