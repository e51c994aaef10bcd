import type { Group } from '../../reference/classic/group.js';
import type { MessageBody } from '../protocol/message-body.js';
import type { Divergence } from './lock-step/divergence.js';
import type { LockStep, Step } from './lock-step/lock-step.js';
import type { Given, GivenFields } from './sequence.js';

/**
 * Where Apache Kafka itself goes wrong or chooses freely (docs/apache-kafka.md). Nobody need copy
 * it, so the reference does not; in lock-step each is recognised by what causes it.
 */
export type KnownFault =
  | 'duplicate-protocol-names'
  | 'spinning-on-zero-timeout'
  | 'counters-after-rolled-back-replacement'
  | 'rolled-back-replacement-without-common-protocol'
  | 'group-listed-twice'
  | 'generation-raised-by-old-timer'
  | 'simultaneous-timers'
  | 'choice-nobody-is-told';

/** Watches a run for the causes of known faults. */
export interface FaultWatch {
  /** To be called after every step, before it is asked about. */
  see(step: Step): void;
  /** The fault whose cause came before, where the divergence is what follows from it. */
  explain(divergence: Divergence): KnownFault | null;
}

/** To be created before the first move: it listens to the timers of the model. */
export function watchForFaults({ model, outstanding, unseenChoices }: LockStep): FaultWatch {
  const { coordinator } = model;
  /** By group, what has happened to it that Kafka does not get over. */
  const causes = new Map<string, Set<KnownFault>>();
  /** Instance ids that static members have asked for, by group. */
  const instances = new Map<string, Set<string>>();
  let existing = new Set<string>();
  let tombstoneFailed = false;

  const blame = (groupId: string, fault: KnownFault) => {
    const known = causes.get(groupId) ?? new Set();
    causes.set(groupId, known.add(fault));
  };

  let instant = Number.NaN;
  let expired = new Set<string>();
  let refusing = false;
  const { log } = coordinator;
  const { timer } = coordinator;
  const { onFire } = timer;
  timer.onFire = (due) => {
    onFire?.(due);
    if (due.key.kind !== 'session') return;
    if (due.deadline !== instant) {
      instant = due.deadline;
      expired = new Set();
      refusing = log.failuresWaiting > 0;
    }
    const { groupId } = due.key;
    // Which of them goes first decides what the others find, a log that refuses one append included.
    if (expired.has(groupId)) blame(groupId, 'simultaneous-timers');
    expired.add(groupId);
    if (refusing && expired.size > 1) {
      for (const other of expired) blame(other, 'simultaneous-timers');
    }
  };

  function see({ move, rules }: Step): void {
    if (move.kind === 'control' && move.deed.kind === 'finish-load') {
      // A fresh coordinator knows nothing of what went wrong in the last one.
      causes.clear();
      tombstoneFailed = false;
    }
    if (move.kind === 'request' && move.api === 'JoinGroup') noteJoin(move.fields);
    const refused = rules.includes('RT-04') || rules.includes('RT-03');
    if (refused) seeRefusal(move, rules);
    // A leader or protocol goes into the log, so a load does not undo this one.
    for (const groupId of unseenChoices) blame(groupId, 'choice-nobody-is-told');
    for (const group of coordinator.groups.values()) {
      if (isSpinning(group)) blame(group.groupId, 'spinning-on-zero-timeout');
    }
    existing = new Set([...coordinator.groups.values()].map(({ groupId }) => groupId));
  }

  function seeRefusal(move: Step['move'], rules: readonly string[]): void {
    const deletes = move.kind === 'request' && move.api === 'DeleteGroups';
    if (deletes || rules.includes('CLEAN-01')) tombstoneFailed = true;
    if (rules.includes('JOIN-13')) {
      const asked = move.kind === 'request' ? [String(move.fields['groupId'])] : [];
      for (const groupId of [...asked, ...existing]) {
        if (coordinator.groups.get(groupId) === undefined) {
          blame(groupId, 'generation-raised-by-old-timer');
        }
      }
    }
    if (!rules.includes('STATIC-03')) return;
    // What a JoinGroup does for itself (MEMBER-06), time does only for a replacement that it undoes.
    const keepsProtocols = move.kind === 'advance' && rules.includes('MEMBER-06');
    for (const [groupId, asked] of instances) {
      if (keepsProtocols) blame(groupId, 'rolled-back-replacement-without-common-protocol');
      const present = coordinator.groups.get(groupId)?.staticMembers;
      if ([...asked].some((instanceId) => present?.has(instanceId) !== true)) {
        blame(groupId, 'counters-after-rolled-back-replacement');
      }
    }
  }

  function noteJoin({ groupId, groupInstanceId, protocols }: GivenFields): void {
    if (typeof groupId !== 'string') return;
    if (hasDuplicates(protocols)) blame(groupId, 'duplicate-protocol-names');
    if (typeof groupInstanceId !== 'string') return;
    instances.set(groupId, (instances.get(groupId) ?? new Set()).add(groupInstanceId));
  }

  return {
    see,
    explain(divergence) {
      if (tombstoneFailed && isListedTwice(divergence)) return 'group-listed-twice';
      for (const groupId of groupsOf(divergence, outstanding)) {
        const [fault] = causes.get(groupId) ?? [];
        if (fault !== undefined) return fault;
      }
      return null;
    },
  };
}

function hasDuplicates(protocols: Given | undefined): boolean {
  if (!Array.isArray(protocols)) return false;
  return new Set(protocols.map(({ name }: GivenFields) => name)).size < protocols.length;
}

/** COMPLETE-04 with Rmax 0: nobody is left to wait for but absent static members. */
function isSpinning(group: Group): boolean {
  if (group.state !== 'PreparingRebalance' || group.awaitingJoinCount > 0) return false;
  if (group.members.size === 0) return false;
  return [...group.members.values()].every(({ rebalanceTimeoutMs }) => rebalanceTimeoutMs <= 0);
}

function isListedTwice(divergence: Divergence): boolean {
  if (divergence.kind !== 'answer' || divergence.request.api !== 'ListGroups') return false;
  const listed = groupIdsIn(divergence.actual);
  const expected = groupIdsIn(divergence.expected);
  return listed.length > expected.length && new Set(listed).size === new Set(expected).size;
}

function groupIdsIn({ groups }: MessageBody): readonly string[] {
  return ((groups ?? []) as readonly MessageBody[]).map(({ groupId }) => String(groupId));
}

function groupsOf(divergence: Divergence, outstanding: LockStep['outstanding']): readonly string[] {
  switch (divergence.kind) {
    case 'records':
      return [divergence.group];
    case 'choice':
      return [divergence.choice.groupId];
    case 'violation':
      return [];
    case 'crash':
      return [...outstanding.values()].map(({ body }) => String(body['groupId']));
    default: {
      const { groupId, groups, groupsNames } = divergence.request.body;
      const named = [groups, groupsNames].flatMap((list) => (Array.isArray(list) ? list : []));
      const listed = divergence.request.api === 'ListGroups' ? listedDifferently(divergence) : [];
      return [groupId, ...named, ...listed].map(String);
    }
  }
}

/** Groups that are in one list and not, or otherwise, in the other. */
function listedDifferently(divergence: Divergence): readonly string[] {
  if (divergence.kind !== 'answer') return [];
  return [...new Set([...groupIdsIn(divergence.expected), ...groupIdsIn(divergence.actual)])];
}
