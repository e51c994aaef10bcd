import type { Group } from '../../../reference/classic/group.js';
import type { ArmedTimer } from '../../../reference/runtime/timer.js';
import type { LockStep, Step } from '../lock-step/lock-step.js';
import type { Move } from '../sequence.js';
import { checkAssignments } from './assignments.js';
import { checkCounts } from './counts.js';
import { checkLeader, checkToldLeaders } from './leader.js';
import { beginLife, goOn, type Life } from './life.js';
import { createLogBook } from './log-book.js';
import { checkParked, noteAwaited, writeTimers } from './parked.js';
import { checkGone, checkReplayed } from './replayed.js';
import { checkDue, checkTimers } from './timers.js';
import { type Violation, violationOf } from './violation.js';

export interface Invariants {
  /** To be called after every step. What the reference itself breaks; hardly ever anything. */
  check(step: Step): readonly Violation[];
}

type RequestFields = Extract<Move, { kind: 'request' }>['fields'];

type Subject = Pick<LockStep, 'model' | 'outstanding'>;

const NOTHING: readonly Violation[] = [];

/**
 * Watches the model from here on: it listens to its timers and to its log. To be created before the
 * first move, while the partition is hosted.
 */
export function createInvariants({ model, outstanding }: Subject): Invariants {
  const { coordinator } = model;
  const { timer, log } = coordinator;
  const book = createLogBook(coordinator);
  const lives = new Map<string, Life>();
  /** Groups that a timer has touched since the last step. */
  const fired = new Set<string>();
  let everythingFired = false;
  let isHosted = true;
  /** Requests of which only a commit is awaited (RT-02). */
  let waiting: number[] = [];
  let found: Violation[] = [];

  const report = (...fault: Parameters<typeof violationOf>) => {
    found.push(violationOf(...fault));
  };

  for (const group of coordinator.groups.values()) lives.set(group.groupId, beginLife(group, true));
  const { onFire } = timer;
  timer.onFire = (due) => {
    onFire?.(due);
    beforeFiring(due);
  };

  function beforeFiring({ key }: ArmedTimer): void {
    // One firing at a time, each may end a generation; a load arms timers that fire in its own step.
    for (const group of coordinator.groups.values()) lifeOf(group, !isHosted);
    if (key.kind === 'write' || key.kind === 'cleanup') {
      everythingFired = true;
      if (key.kind === 'write') book.gaveUp();
      return;
    }
    fired.add(key.groupId);
    if (key.kind !== 'session') return;
    const life = lives.get(key.groupId);
    const member = life?.group.members.get(key.memberId);
    if (member === undefined || member.isNew || member.parkedJoin === null) return;
    if (member.groupInstanceId !== null) life?.outlivedSession.add(key.memberId);
  }

  function lifeOf(group: Group, isLoaded: boolean): Life {
    const { groupId, generation } = group;
    const known = lives.get(groupId);
    if (known?.group === group) {
      goOn(known, report);
      return known;
    }
    if (!isLoaded && generation !== 0) {
      const fault = `begins with generation ${generation}`;
      report('generation-grows-by-one', ['STATE-03'], groupId, fault);
    }
    const life = beginLife(group, isLoaded);
    lives.set(groupId, life);
    goOn(life, report);
    return life;
  }

  function checkGroup(groupId: string, isLoaded: boolean): void {
    const group = coordinator.groups.get(groupId);
    if (group === undefined) {
      lives.delete(groupId);
      if (isHosted) checkGone(groupId, book, report);
      return;
    }
    const life = lifeOf(group, isLoaded);
    checkLeader(life, report);
    checkCounts(life, report);
    checkParked(life, timer, report);
    checkAssignments(group, book, report);
    checkReplayed(group, book, report);
    checkTimers(life, timer, report);
  }

  function checkAll(isLoaded: boolean): void {
    for (const { groupId } of coordinator.groups.values()) checkGroup(groupId, isLoaded);
    for (const groupId of lives.keys()) {
      if (coordinator.groups.get(groupId) === undefined) checkGroup(groupId, isLoaded);
    }
  }

  function checkTouched(move: Move): void {
    if (move.kind === 'control') {
      if (move.deed.kind === 'unload') isHosted = false;
      const isLoaded = move.deed.kind === 'finish-load';
      if (isLoaded) {
        isHosted = true;
        book.reread();
      }
      checkAll(isLoaded);
    } else if (everythingFired) {
      checkAll(false);
    } else {
      if (move.kind === 'request') checkNamed(move.fields);
      if (fired.size > 0) for (const groupId of fired) checkGroup(groupId, false);
    }
    if (fired.size > 0) fired.clear();
    everythingFired = false;
    book.takeWritten();
  }

  function noteWritten(groupId: string): void {
    const value = book.takeWritten();
    if (value === null || log.committed === log.end) return;
    const group = coordinator.groups.get(groupId);
    if (group !== undefined) noteAwaited(lifeOf(group, false), value, timer);
  }

  /** The groups that a request may have changed. */
  function checkNamed({ groupId, groupsNames }: RequestFields): void {
    if (typeof groupId === 'string') {
      noteWritten(groupId);
      checkGroup(groupId, false);
    }
    if (!Array.isArray(groupsNames)) return;
    for (const name of groupsNames) if (typeof name === 'string') checkGroup(name, false);
  }

  /** A request that waits for a commit is given up in time (RT-03). */
  function checkWaiting({ move, answers }: Step): void {
    if (move.kind === 'request' && waitsForCommit(move.api)) {
      const { api, client } = move;
      if (!answers.some(({ request }) => request.api === api && request.client === client)) {
        waiting = [...outstanding.values()]
          .filter((request) => waitsForCommit(request.api))
          .map(({ requestId }) => requestId);
      }
    }
    if (waiting.length === 0) return;
    waiting = waiting.filter((requestId) => outstanding.has(requestId));
    const bounded = writeTimers(timer);
    if (waiting.length <= bounded) return;
    report(
      'parked-requests-are-bounded',
      ['RT-02', 'RT-03'],
      null,
      `has ${waiting.length} requests that wait for commits and ${bounded} timers that end that`,
    );
  }

  return {
    check(step) {
      checkTouched(step.move);
      checkToldLeaders(step, (groupId) => lives.get(groupId), report);
      checkWaiting(step);
      checkDue(timer, isHosted, report);
      for (const life of lives.values()) if (life.passed.length > 0) life.passed = [];
      if (found.length === 0) return NOTHING;
      const violations = found;
      found = [];
      return violations;
    },
  };
}

function waitsForCommit(api: string): boolean {
  return api === 'Heartbeat' || api === 'LeaveGroup' || api === 'DeleteGroups';
}
