import { type Capability, type ControlAction, refuseControl } from '../adapter.js';
import { type Channel, THE_ADAPTER } from './channel.js';
import { recordToJson } from './json-record.js';

const NEEDED: Readonly<Record<ControlAction['kind'], Capability>> = {
  'fail-next-append': 'failing-appends',
  'hold-commits': 'held-commits',
  'release-commits': 'held-commits',
  unload: 'reload',
  'start-load': 'reload',
  'finish-load': 'reload',
};

/** Resolves when the adapter has taken the action. Rejects with AdapterError, also without its capability. */
export async function takeControl(
  channel: Channel,
  session: number,
  capabilities: ReadonlySet<Capability>,
  action: ControlAction,
): Promise<void> {
  if (!capabilities.has(NEEDED[action.kind])) return refuseControl(THE_ADAPTER)(action);
  switch (action.kind) {
    case 'fail-next-append':
      await channel.call('fail-appends', { session, error: action.error });
      return;
    case 'start-load':
      await channel.call('start-load', {
        session,
        records: action.records?.map(recordToJson) ?? null,
        configuration: action.configuration,
      });
      return;
    default:
      await channel.call(action.kind, { session });
  }
}
