import type { Capability, Configuration, Implementation } from '../../adapter.js';
import { formatAddress, type WireAddress } from '../address.js';
import { type Advertised, commonVersion } from '../api-versions.js';
import type { Control } from '../control.js';
import type { Router } from '../routing.js';
import { createAppendBarriers } from './append-barrier.js';
import { createRecordsSource, type RecordsAccess, tryRecords } from './records-source.js';
import { createSessionRecords, type SessionRecords } from './session-records.js';

export type { RecordsAccess } from './records-source.js';
export { type SessionRecords, watchingRouter } from './session-records.js';

export interface RecordsAt {
  /** Of any broker of the cluster. */
  readonly given: WireAddress;
  /** Makes a connection of its own: what shows how long a broker takes must not wait for fetches. */
  controlOf(address: WireAddress): Control;
  /** For one answer, and for a leader to be found, in ms. */
  readonly timeoutMs: number;
  /** A larger answer ends its connection. */
  readonly maxFrameBytes: number;
}

/** The records of a session with this router. */
export type OpenRecords = (router: Router) => SessionRecords;

/** Whether the records of the group could be read; reads, but keeps nothing. */
export function findRecordsAccess(
  at: RecordsAt,
  advertised: Advertised,
  group: string,
): Promise<RecordsAccess> {
  return tryRecords(sourceParts(at, advertised), group);
}

/** One reader for each partition, for all sessions together. */
export function createRecords(
  at: RecordsAt,
  implementation: Advertised & { readonly configuration: Configuration },
): OpenRecords {
  const parts = sourceParts(at, implementation);
  const source = createRecordsSource(parts);
  const barriers = createAppendBarriers({
    controlOf: parts.controlOf,
    describeGroups: commonVersion(implementation, 'DescribeGroups'),
    lingerMs: implementation.configuration['group.coordinator.append.linger.ms'] ?? 0,
  });
  return (router) => createSessionRecords(source, barriers, router);
}

/** What the contract says of it. */
export function recordsCapability(
  access: RecordsAccess,
): Pick<Implementation, 'capabilities' | 'lacking'> {
  const capabilities = new Set<Capability>(access.kind === 'readable' ? ['records'] : []);
  if (access.kind === 'readable') return { capabilities };
  return { capabilities, lacking: new Map([['records', access.reason]]) };
}

function sourceParts(
  { given, controlOf, timeoutMs, maxFrameBytes }: RecordsAt,
  advertised: Advertised,
) {
  const controls = new Map<string, Control>();
  const oneControl = (address: WireAddress) => {
    const key = formatAddress(address);
    const control = controls.get(key) ?? controlOf(address);
    controls.set(key, control);
    return control;
  };
  return {
    control: oneControl(given),
    controlOf: oneControl,
    advertised,
    timeoutMs,
    maxFrameBytes,
  };
}
