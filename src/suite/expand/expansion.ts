import type { Configuration } from '../../adapter/adapter.js';
import type { ApiName } from '../../protocol/apis.js';
import type { Case } from '../cases/case-types.js';
import type { Durations } from './durations.js';

/** One case at one set of request versions, ready to run on one implementation. */
export interface Expansion {
  /** `heartbeat/unknown-group@Heartbeat.v3` */
  readonly id: string;
  readonly case: Case;
  readonly swept: { readonly api: ApiName; readonly version: number } | null;
  readonly versions: ReadonlyMap<ApiName, number>;
  readonly durations: Durations;
  /** What the adapter is asked to configure; empty unless the case asks and the adapter can. */
  readonly configuration: Configuration;
  /** Whether implementation-defined behaviour has to be Apache Kafka's own. */
  readonly exact: boolean;
  /** Put before local group names to make them unique in the implementation. */
  readonly groupPrefix: string;
}
