import { setTimeout as delay } from 'node:timers/promises';
import { AdapterError } from '../../adapter.js';
import { formatAddress, type WireAddress } from '../address.js';
import type { Control } from '../control.js';
import { jointRun } from '../joint-run.js';

/** Waits until what a coordinator has done to a group is in its log. */
export interface AppendBarriers {
  /** Never rejects: what is wrong with the broker shows elsewhere. */
  pass(coordinator: WireAddress, group: string): Promise<void>;
}

export interface AppendBarrierParts {
  controlOf(address: WireAddress): Control;
  /** Version of DescribeGroups; undefined where it is not served. */
  readonly describeGroups: number | undefined;
  /** How long the coordinator gathers records before it appends them, in ms; 0 or less: not at all. */
  readonly lingerMs: number;
}

/**
 * A description takes its turn behind everything that the coordinator has been asked to do to the
 * group (RT-01). What that wrote may be appended a turn later, when nothing else is in the queue:
 * a second description comes behind it.
 */
const TURNS = 2;

export function createAppendBarriers(parts: AppendBarrierParts): AppendBarriers {
  const byAddress = new Map<string, (group: string) => Promise<void>>();
  return {
    pass(coordinator, group) {
      const key = formatAddress(coordinator);
      const passAll = byAddress.get(key) ?? createBarrier(parts, coordinator);
      byAddress.set(key, passAll);
      return passAll(group);
    },
  };
}

/** One request describes the groups of all who wait. */
function createBarrier(
  { controlOf, describeGroups, lingerMs }: AppendBarrierParts,
  coordinator: WireAddress,
): (group: string) => Promise<void> {
  let waiting = new Set<string>();
  const run = jointRun(async () => {
    const groups = [...waiting];
    waiting = new Set();
    try {
      for (let turn = 0; turn < TURNS && describeGroups !== undefined; turn++) {
        const body = { groups };
        await controlOf(coordinator).ask({ api: 'DescribeGroups', version: describeGroups, body });
      }
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
    }
    if (lingerMs > 0) await delay(lingerMs);
  });
  return (group) => {
    waiting.add(group);
    return run();
  };
}
