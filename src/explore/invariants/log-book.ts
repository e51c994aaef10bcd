import { chooseFirst } from '../../../reference/classic/choices.js';
import type { Group } from '../../../reference/classic/group.js';
import { replay } from '../../../reference/classic/replay.js';
import { createShard, type Shard } from '../../../reference/classic/shard.js';
import type { CoordinatorConfiguration } from '../../../reference/configuration.js';
import type { Coordinator } from '../../../reference/coordinator.js';
import type { GroupRecord, LogRecord } from '../../../reference/runtime/log.js';
import type { Timeline } from '../../../reference/runtime/timeline.js';
import type { GroupMetadataValue } from '../../protocol/generated-messages.js';

/** What the log tells of one group. */
export interface Recorded {
  /**
   * The first record of the generation that was recorded last: what memory has kept (SYNC-08). Or
   * the first after a group went on without its record, as that one starts from memory again.
   */
  readonly first: GroupMetadataValue;
  /** SYNC-08: the leader wrote assignments twice, and the log ends with those that memory lacks. */
  readonly assignedTwice: boolean;
}

/** Follows the log, and keeps the groups that a load of it would give. */
export interface LogBook {
  /** As replayed from the log. */
  group(groupId: string): Group | undefined;
  /** Undefined if the log has no record of the group. */
  recorded(groupId: string): Recorded | undefined;
  /**
   * The group has gone on without its record: one of an emptied group was refused (COMPLETE-05), or
   * one took so long that its request was given up, but stays in the log (RT-03).
   */
  hasGoneOn(groupId: string): boolean;
  /** The last record of a group that was written since this was asked last. */
  takeWritten(): GroupMetadataValue | null;
  /** RT-03: somebody's wait for a commit is over. */
  gaveUp(): void;
  /** The log may be another one. */
  reread(): void;
}

type Subject = Pick<Coordinator, 'log' | 'timer' | 'groups'>;

export function createLogBook(coordinator: Subject): LogBook {
  const { log } = coordinator;
  const records = new Map<string, Recorded>();
  const goneOn = new Set<string>();
  let shadow = createShadow(coordinator);
  let written: GroupMetadataValue | null = null;

  const append = log.append;
  log.append = (batch) => {
    const refusal = append(batch);
    for (const record of batch) {
      if (refusal === null) read(record, coordinator.groups.get(record.key.group));
      else if (isEmptied(record)) goneOn.add(record.key.group);
    }
    return refusal;
  };

  function read(record: LogRecord, live: Group | undefined): void {
    replay(shadow, record);
    if (record.keyVersion === 2) note(record, live);
  }

  function note({ key: { group: groupId }, value }: GroupRecord, live: Group | undefined): void {
    const wentOn = goneOn.delete(groupId);
    if (value === null) {
      records.delete(groupId);
      return;
    }
    written = value;
    const before = records.get(groupId)?.first;
    const again = before !== undefined && before.generation === value.generation;
    const assigns = live?.state === 'CompletingRebalance';
    records.set(groupId, {
      first: again && (assigns || !wentOn) ? before : value,
      assignedTwice: again && assigns,
    });
  }

  function reread(): void {
    records.clear();
    goneOn.clear();
    shadow = createShadow(coordinator);
    for (const record of log.records) {
      replay(shadow, record);
      if (record.keyVersion !== 2) continue;
      if (record.value === null) records.delete(record.key.group);
      else {
        const { value } = record;
        records.set(record.key.group, { first: value, assignedTwice: false });
      }
    }
  }

  reread();
  return {
    group: (groupId) => shadow.groups.get(groupId),
    recorded: (groupId) => records.get(groupId),
    hasGoneOn: (groupId) => goneOn.has(groupId),
    takeWritten() {
      const taken = written;
      written = null;
      return taken;
    },
    gaveUp() {
      for (let position = log.committed; position < log.end; position++) {
        const record = log.records[position];
        if (record !== undefined) goneOn.add(record.key.group);
      }
    },
    reread,
  };
}

function isEmptied({ value }: LogRecord): boolean {
  return value !== null && 'generation' in value && value['generation'] !== 0 && isBare(value);
}

function isBare(value: NonNullable<LogRecord['value']>): boolean {
  const members = value['members'];
  return Array.isArray(members) && members.length === 0;
}

/** Replay asks for none of it. */
const NOTHING_CONFIGURED: CoordinatorConfiguration = {
  minSessionTimeoutMs: 0,
  maxSessionTimeoutMs: 0,
  initialRebalanceDelayMs: 0,
  maxSize: 0,
  writeTimeoutMs: 0,
  maxMessageBytes: 0,
  cleanupIntervalMs: 0,
};

/** What was replayed is never undone. */
const FORGETFUL: Timeline = { changed() {}, written() {}, revert() {}, committed() {} };

/** Groups to replay records into, with no life of their own. */
function createShadow({ timer }: Subject): Shard {
  const surroundings = {
    configuration: NOTHING_CONFIGURED,
    timer,
    ids: () => '',
    choose: chooseFirst,
    cite: () => {},
  };
  return createShard(surroundings, FORGETFUL);
}
