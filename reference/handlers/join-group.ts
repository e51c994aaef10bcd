import type { Call } from '../call.js';
import type { RuleId } from '../citation.js';
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
  shard.cite('TYPE-01');
  shard.cite('JOIN-00');
  if (known === undefined && memberId !== '') {
    return refuse(call, 'JOIN-01', 'UNKNOWN_MEMBER_ID', memberId);
  }

  const group = known ?? addGroup(shard, groupId);
  const outcome = joinKnownGroup(shard, group, call);
  if (known === undefined && outcome.records.length === 0) {
    shard.cite('JOIN-13');
    return {
      records: [newGroupRecord(shard, group)],
      afterFailure: (error) => {
        shard.cite('JOIN-13');
        if (!call.isAnswered()) shard.cite('MAP-APPEND');
        call.answer(joinError(shard, appendError(error), ''));
      },
    };
  }
  if (outcome.records.length === 0) shard.cite('RECORD-07');
  return outcome;
}

function addGroup(shard: Shard, groupId: string): Group {
  const group = createGroup(groupId, shard.timer.now);
  shard.groups.set(groupId, group);
  return group;
}

function joinKnownGroup(shard: Shard, group: Group, call: JoinCall): Outcome {
  const { memberId } = call.body;
  if (!accepts(shard, group, memberId)) {
    shard.cite('MAX-01');
    citeWhoFindsNoRoom(shard, group, call);
    removeMember(shard, group, memberId);
    return refuse(call, 'MAX-02', 'GROUP_MAX_SIZE_REACHED', '');
  }
  return memberId === '' ? joinNewMember(shard, group, call) : joinWithId(shard, group, call);
}

function joinNewMember(shard: Shard, group: Group, call: JoinCall): Outcome {
  const { protocolType, protocols, groupInstanceId } = call.body;
  shard.cite('MEMBER-06');
  if (!supportsProtocols(group, protocolType, protocols)) {
    return refuse(call, 'JOIN-02', 'INCONSISTENT_GROUP_PROTOCOL', '');
  }
  shard.cite('MEMBER-01');
  const newId = `${groupInstanceId ?? call.clientId}-${shard.ids()}`;
  if (groupInstanceId !== null) {
    const owner = group.staticMembers.get(groupInstanceId);
    if (owner !== undefined) return replaceStaticMember(shard, group, call, owner, newId);
    shard.cite('JOIN-05');
    return addAndRebalance(shard, group, call, newId);
  }
  if (call.version >= MEMBER_ID_REQUIRED_SINCE) {
    shard.cite('MEMBER-03');
    group.pendingIds.add(newId);
    if (group.state === 'Empty' && group.pendingIds.size > shard.configuration.maxSize) {
      shard.cite('MAX-05');
    }
    restartSession(shard, group, { memberId: newId, sessionTimeoutMs: call.body.sessionTimeoutMs });
    return refuse(call, 'JOIN-03', 'MEMBER_ID_REQUIRED', newId);
  }
  shard.cite('JOIN-04');
  return addAndRebalance(shard, group, call, newId);
}

function joinWithId(shard: Shard, group: Group, call: JoinCall): Outcome {
  const { memberId, groupInstanceId, protocolType, protocols } = call.body;
  shard.cite('MEMBER-06');
  if (!supportsProtocols(group, protocolType, protocols)) {
    return refuse(call, 'JOIN-02', 'INCONSISTENT_GROUP_PROTOCOL', memberId);
  }
  if (group.pendingIds.has(memberId)) {
    if (groupInstanceId !== null) return refuse(call, 'JOIN-07', 'UNKNOWN_SERVER_ERROR', '');
    shard.cite('JOIN-06');
    return addAndRebalance(shard, group, call, memberId);
  }
  const member = identify(group, memberId, groupInstanceId);
  // JOIN-12 could not be told apart from JOIN-08: an Empty group has no member to identify.
  if (group.state === 'Empty') shard.cite('JOIN-12');
  if (typeof member === 'string') return refuse(call, 'JOIN-08', member, memberId);

  if (groupInstanceId !== null) shard.cite('STATIC-08');
  if (group.state !== 'PreparingRebalance') shard.cite('MEMBER-07');
  if (group.state === 'PreparingRebalance') shard.cite('JOIN-09');
  if (group.state === 'CompletingRebalance') shard.cite('JOIN-10');
  if (group.state === 'Stable') shard.cite('JOIN-11');
  const unchanged = sameProtocols(member.protocols, protocols);
  if (group.state === 'CompletingRebalance' && unchanged) {
    call.answer(currentGenerationWithMembers(group, memberId));
    return DONE;
  }
  if (group.state === 'Stable' && unchanged && group.leader !== memberId) {
    call.answer(currentGeneration(group, memberId));
    return DONE;
  }
  shard.cite('UPD-01');
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

/** Who could have been told apart by more than its member id, and the last one that was waited for. */
function citeWhoFindsNoRoom({ cite }: Shard, group: Group, { version, body }: JoinCall): void {
  if (
    body.memberId === '' &&
    group.state !== 'PreparingRebalance' &&
    (body.groupInstanceId === null
      ? version >= MEMBER_ID_REQUIRED_SINCE
      : group.staticMembers.has(body.groupInstanceId))
  ) {
    cite('MAX-04');
  }
  if (
    group.state === 'PreparingRebalance' &&
    (group.members.has(body.memberId) || group.pendingIds.has(body.memberId)) &&
    group.members.size + group.pendingIds.size === group.awaitingJoinCount + 1
  ) {
    cite('MAX-03');
  }
}

function addAndRebalance(shard: Shard, group: Group, call: JoinCall, memberId: string): Outcome {
  shard.cite('ADD-01');
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
  if (group.members.size === 0) shard.cite('STATE-04');
  if (group.leader === null) shard.cite('STATE-06');
  if (group.state === 'CompletingRebalance' || group.state === 'Stable') shard.cite('PREP-05');
  addMember(group, member, call.body.protocolType);
  restartSession(shard, group, { memberId, sessionTimeoutMs: NEW_MEMBER_JOIN_TIMEOUT_MS });
  return { records: rebalance(shard, group) };
}

function refuse(call: JoinCall, rule: RuleId, error: ErrorName, memberId: string): Outcome {
  call.cite(rule);
  call.answer(joinError(call, error, memberId));
  return DONE;
}
