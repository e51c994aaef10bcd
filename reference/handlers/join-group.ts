import type { Call } from '../call.js';
import { currentGeneration, currentGenerationWithMembers, joinError } from '../classic/answers.js';
import {
  addMember,
  createGroup,
  type Group,
  removeMember,
  supportsProtocols,
  updateMember,
} from '../classic/group.js';
import { identify } from '../classic/identity.js';
import { isAwaitingJoin, type Member, NO_BYTES } from '../classic/member.js';
import { sameProtocols } from '../classic/protocols.js';
import { rebalance } from '../classic/rebalance.js';
import { newGroupRecord } from '../classic/records.js';
import { restartSession, type Shard } from '../classic/shard.js';
import { isInitialRebalance } from '../classic/states.js';
import type { ErrorName } from '../errors.js';
import { appendError } from '../log-errors.js';
import { DONE, type Outcome } from '../runtime/operation.js';
import { replaceStaticMember } from './static-replacement.js';

type JoinCall = Call<'JoinGroup'>;

/** ADD-01: how long the join of a new member may stay parked, in ms. No configuration. */
const NEW_MEMBER_JOIN_TIMEOUT_MS = 300_000;

/** JOIN-03: first version whose clients can come back with an id. */
const MEMBER_ID_REQUIRED_SINCE = 4;

export function joinGroup(shard: Shard, call: JoinCall): Outcome {
  const { groupId, memberId } = call.body;
  const known = shard.groups.get(groupId);
  // JOIN-01
  if (known === undefined && memberId !== '') return refuse(call, 'UNKNOWN_MEMBER_ID', memberId);

  const group = known ?? addGroup(shard, groupId);
  const outcome = joinKnownGroup(shard, group, call);
  // JOIN-13
  if (known === undefined && outcome.records.length === 0) {
    return {
      records: [newGroupRecord(group)],
      afterFailure: (error) => call.answer(joinError(appendError(error), '')),
    };
  }
  return outcome;
}

function addGroup(shard: Shard, groupId: string): Group {
  const group = createGroup(groupId, shard.timer.now);
  shard.groups.set(groupId, group);
  return group;
}

function joinKnownGroup(shard: Shard, group: Group, call: JoinCall): Outcome {
  const { memberId } = call.body;
  // MAX-01
  if (!accepts(shard, group, memberId)) {
    // MAX-02, MAX-03
    removeMember(group, memberId);
    return refuse(call, 'GROUP_MAX_SIZE_REACHED', '');
  }
  return memberId === '' ? joinNewMember(shard, group, call) : joinWithId(shard, group, call);
}

function joinNewMember(shard: Shard, group: Group, call: JoinCall): Outcome {
  const { protocolType, protocols, groupInstanceId } = call.body;
  // JOIN-02
  if (!supportsProtocols(group, protocolType, protocols)) {
    return refuse(call, 'INCONSISTENT_GROUP_PROTOCOL', '');
  }
  // MEMBER-01
  const newId = `${groupInstanceId ?? call.clientId}-${shard.ids()}`;
  if (groupInstanceId !== null) {
    const owner = group.staticMembers.get(groupInstanceId);
    // STATIC-01
    if (owner !== undefined) return replaceStaticMember(shard, group, call, owner, newId);
    // JOIN-05
    return addAndRebalance(shard, group, call, newId);
  }
  // JOIN-03
  if (call.version >= MEMBER_ID_REQUIRED_SINCE) {
    group.pendingIds.add(newId);
    restartSession(shard, group, { ...call.body, memberId: newId });
    return refuse(call, 'MEMBER_ID_REQUIRED', newId);
  }
  // JOIN-04
  return addAndRebalance(shard, group, call, newId);
}

function joinWithId(shard: Shard, group: Group, call: JoinCall): Outcome {
  const { memberId, groupInstanceId, protocolType, protocols } = call.body;
  // JOIN-02
  if (!supportsProtocols(group, protocolType, protocols)) {
    return refuse(call, 'INCONSISTENT_GROUP_PROTOCOL', memberId);
  }
  if (group.pendingIds.has(memberId)) {
    // JOIN-07
    if (groupInstanceId !== null) return refuse(call, 'UNKNOWN_SERVER_ERROR', '');
    // JOIN-06
    return addAndRebalance(shard, group, call, memberId);
  }
  // JOIN-08
  const member = identify(group, memberId, groupInstanceId);
  if (typeof member === 'string') return refuse(call, member, memberId);

  const unchanged = sameProtocols(member.protocols, protocols);
  // JOIN-10
  if (group.state === 'CompletingRebalance' && unchanged) {
    call.answer(currentGenerationWithMembers(group, memberId));
    return DONE;
  }
  // JOIN-11
  if (group.state === 'Stable' && unchanged && group.leader !== memberId) {
    call.answer(currentGeneration(group, memberId));
    return DONE;
  }
  // JOIN-12 cannot be reached: an Empty group has no member to identify.

  // JOIN-09, and the changed members of JOIN-10 and JOIN-11: UPD-01
  updateMember(group, member, call.body, call.answer);
  return { records: rebalance(shard, group) };
}

/** MAX-01. */
function accepts(shard: Shard, group: Group, memberId: string): boolean {
  const { maxSize } = shard.configuration;
  const member = group.members.get(memberId);
  switch (group.state) {
    case 'Empty':
    case 'Dead':
      return true;
    case 'PreparingRebalance':
      return (member !== undefined && isAwaitingJoin(member)) || group.awaitingJoinCount < maxSize;
    case 'CompletingRebalance':
    case 'Stable':
      return member !== undefined || group.members.size < maxSize;
  }
}

/** ADD-01. */
function addAndRebalance(shard: Shard, group: Group, call: JoinCall, memberId: string): Outcome {
  const member: Member = {
    memberId,
    groupInstanceId: call.body.groupInstanceId,
    clientId: call.clientId,
    clientHost: call.clientHost,
    sessionTimeoutMs: call.body.sessionTimeoutMs,
    rebalanceTimeoutMs: call.body.rebalanceTimeoutMs,
    protocols: call.body.protocols,
    assignment: NO_BYTES,
    isNew: true,
    parkedJoin: call.answer,
    parkedSync: null,
  };
  if (isInitialRebalance(group)) group.newMemberAdded = true;
  addMember(group, member, call.body.protocolType);
  restartSession(shard, group, { memberId, sessionTimeoutMs: NEW_MEMBER_JOIN_TIMEOUT_MS });
  return { records: rebalance(shard, group) };
}

function refuse(call: JoinCall, error: ErrorName, memberId: string): Outcome {
  call.answer(joinError(error, memberId));
  return DONE;
}
