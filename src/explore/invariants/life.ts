import type { Group } from '../../../reference/classic/group.js';
import type { TimerKey } from '../../../reference/runtime/timer-index.js';
import type { GroupMetadataValue } from '../../protocol/generated-messages.js';
import type { Report } from './violation.js';

/** What has been seen of one group, from its creation or its load to its end. */
export interface Life {
  /** A group that is deleted or loaded comes back as another object. */
  readonly group: Group;
  readonly joinTimer: TimerKey;
  readonly syncTimer: TimerKey;
  /** A log that no coordinator has written may give one instance id to several members. */
  readonly sharesInstances: boolean;
  generation: number;
  /** Of the generation: more than one where the leader is static and has restarted. */
  leaders: string[];
  leaderInstance: string | null;
  /** Static members with which the generation began: instance id by member id. */
  starters: Map<string, string>;
  /** Generations that have passed since the last step, with their leaders. */
  passed: { readonly generation: number; readonly leaders: readonly string[] }[];
  /**
   * Static members whose session ended in this generation while their join was parked: nothing
   * starts it over if it is the commit of their restart that answers it (EXPIRE-01, EXPIRE-04).
   */
  readonly outlivedSession: Set<string>;
  /** Records that requests of the group have written and of which the commit is awaited. */
  awaited: readonly AwaitedRecord[];
}

export interface AwaitedRecord {
  readonly value: GroupMetadataValue;
  /** RT-03: ends the wait of the request that wrote it. */
  readonly timer: TimerKey;
}

export function beginLife(group: Group, isLoaded: boolean): Life {
  const { groupId } = group;
  const life: Life = {
    group,
    joinTimer: { kind: 'join', groupId },
    syncTimer: { kind: 'sync', groupId },
    sharesInstances: isLoaded && sharesInstances(group),
    generation: group.generation,
    leaders: [],
    leaderInstance: null,
    starters: new Map(),
    passed: [],
    outlivedSession: new Set(),
    awaited: [],
  };
  lookAtStart(life);
  return life;
}

function sharesInstances({ members, staticMembers }: Group): boolean {
  let statics = 0;
  for (const { groupInstanceId } of members.values()) if (groupInstanceId !== null) statics++;
  return statics !== staticMembers.size;
}

/** Takes in what became of the group since it was last looked at: one request, or one timer. */
export function goOn(life: Life, report: Report): void {
  const { group } = life;
  if (group.generation !== life.generation) {
    if (group.generation !== life.generation + 1) {
      report(
        'generation-grows-by-one',
        ['STATE-03'],
        group.groupId,
        `went from generation ${life.generation} to ${group.generation} at once`,
      );
    }
    life.passed.push({ generation: life.generation, leaders: life.leaders });
    life.generation = group.generation;
    life.leaders = [];
    life.outlivedSession.clear();
    lookAtStart(life);
  }
  lookAtLeader(life, report);
}

function lookAtStart(life: Life): void {
  life.starters.clear();
  for (const { memberId, groupInstanceId } of life.group.members.values()) {
    if (groupInstanceId !== null) life.starters.set(memberId, groupInstanceId);
  }
}

/** While a rebalance is prepared, `leader` may be a stand-in who leads nobody (STATE-06). */
function lookAtLeader(life: Life, report: Report): void {
  const { leader, state, members, groupId } = life.group;
  if (leader === null || (state !== 'CompletingRebalance' && state !== 'Stable')) return;
  if (life.leaders.includes(leader)) return;
  const instance = members.get(leader)?.groupInstanceId ?? null;
  const [first] = life.leaders;
  // STATIC-01: a restarted leader is the same one by another id.
  if (first !== undefined && (instance === null || instance !== life.leaderInstance)) {
    report(
      'one-leader-a-generation',
      ['STATE-06', 'STATIC-01'],
      groupId,
      `was led by ${first} in generation ${life.generation} and is now led by ${leader}`,
    );
  }
  life.leaders.push(leader);
  life.leaderInstance = instance;
}

/** Ids under which somebody leads or led this generation; undefined if it was never seen. */
export function leadersOf(life: Life, generation: number): readonly string[] | undefined {
  if (generation === life.generation) return life.leaders;
  return life.passed.find((passed) => passed.generation === generation)?.leaders;
}
