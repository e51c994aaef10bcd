import type { LogRecord } from '../../adapter.js';
import { groupsOf, type Router } from '../routing.js';
import type { AppendBarriers } from './append-barrier.js';
import type { WatchedGroup } from './partition-reader.js';
import type { RecordsSource } from './records-source.js';

/** The records of the groups that one session has to do with. */
export interface SessionRecords {
  /** Resolves when nothing is missed that is written for the groups from then on. */
  watch(groups: readonly string[]): Promise<void>;
  /**
   * What has been written for them since the last call, group by group, those of each oldest first.
   * Rejects with AdapterError.
   */
  take(): Promise<LogRecord[]>;
  close(): void;
}

/** @param router tells the coordinator of a group */
export function createSessionRecords(
  source: RecordsSource,
  barriers: AppendBarriers,
  router: Router,
): SessionRecords {
  const watched = new Map<string, Promise<WatchedGroup>>();
  let closed = false;

  async function watchOne(group: string): Promise<void> {
    if (closed) return;
    const watching = watched.get(group) ?? source.watch(group);
    watched.set(group, watching);
    try {
      const watch = await watching;
      if (closed) watch.close();
    } catch (error) {
      watched.delete(group);
      throw error;
    }
  }

  async function takeOne(group: string, watching: Promise<WatchedGroup>): Promise<LogRecord[]> {
    await barriers.pass(await router.addressFor({ groupId: group }), group);
    return (await watching).take();
  }

  return {
    watch: async (groups) => void (await Promise.all(groups.map(watchOne))),
    take: async () =>
      (await Promise.all([...watched].map(([group, watching]) => takeOne(group, watching)))).flat(),
    close() {
      closed = true;
      for (const watching of watched.values()) {
        watching.then(
          (watch) => watch.close(),
          () => {},
        );
      }
      watched.clear();
    },
  };
}

/** A router that lets a request go only when the records of its groups are watched. */
export function watchingRouter(router: Router, records: SessionRecords): Router {
  return {
    ...router,
    async addressFor(body) {
      const [address] = await Promise.all([router.addressFor(body), records.watch(groupsOf(body))]);
      return address;
    },
    async coordinatorOf(groupId) {
      const [address] = await Promise.all([
        router.coordinatorOf(groupId),
        records.watch(groupsOf({ groupId })),
      ]);
      return address;
    },
  };
}
