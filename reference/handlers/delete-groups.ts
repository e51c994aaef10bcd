import type { Call } from '../call.js';
import { offsetTombstone } from '../classic/offsets.js';
import { tombstone } from '../classic/records.js';
import type { Shard } from '../classic/shard.js';
import { type ErrorName, errorCode } from '../errors.js';
import type { LogRecord } from '../runtime/log.js';
import type { Outcome } from '../runtime/operation.js';

/** The groups go when their tombstones are replayed (RT-04). */
export function deleteGroups(shard: Shard, call: Call<'DeleteGroups'>): Outcome {
  const records: LogRecord[] = [];
  // SVC-08
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

/** DEL-01. */
function deleteGroup(shard: Shard, groupId: string, records: LogRecord[]): ErrorName {
  const group = shard.groups.get(groupId);
  if (group === undefined) return 'GROUP_ID_NOT_FOUND';
  if (group.state !== 'Empty') return 'NON_EMPTY_GROUP';
  // DEL-02: pending ids go with the group; their timers will find nothing (TYPE-10)
  for (const key of shard.offsets.of(groupId)) records.push(offsetTombstone(key));
  records.push(tombstone(groupId));
  return 'NONE';
}
