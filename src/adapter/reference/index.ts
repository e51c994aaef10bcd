import type { CoordinatorApi } from '../../../reference/call.js';
import { type Choose, chooseFirst } from '../../../reference/classic/choices.js';
import { createCoordinator } from '../../../reference/coordinator.js';
import { type ApiName, apiSchema, completeRequest } from '../../protocol/apis.js';
import { projectMessage } from '../../protocol/complete.js';
import type { MessageBody } from '../../protocol/message-body.js';
import {
  ADAPTER_CONTRACT_VERSION,
  type Adapter,
  AdapterError,
  type Answer,
  CAPABILITIES,
  type Configuration,
  type OutgoingRequest,
  type Session,
} from '../adapter.js';
import { batchSize } from './batch-size.js';
import { takeAction } from './control.js';
import { createRecordReader } from './record-reader.js';
import { type TimerEvent, watchTimer } from './timer-watch.js';
import { uuidSource } from './uuid-source.js';

export type { TimerEvent, TimerKind } from './timer-watch.js';
/** With the adapter, so that a mutant is both. */
export { createCoordinator };

export const REFERENCE_APIS = [
  'DeleteGroups',
  'DescribeGroups',
  'Heartbeat',
  'JoinGroup',
  'LeaveGroup',
  'ListGroups',
  'SyncGroup',
] as const satisfies readonly CoordinatorApi[];

/** Of spec/profiles: the reference speaks for one only. */
export const REFERENCE_PROFILE = 'kafka-latest';

/** A deadline of the reference and the tag of what set it. Times are ms of the virtual clock. */
export interface ReferenceDeadline {
  readonly origin: number;
  readonly deadline: number;
}

/** What the reference can tell beyond the contract, for keeping time on a real clock. */
export interface ReferenceSession extends Session {
  /** Tells of everything that happens to a timer from here on. */
  watchTimers(watch: (event: TimerEvent) => void): void;
  /** Tags the deadlines that are set from here on. */
  setOrigin(origin: number): void;
  /** Deadlines that have fired since the last call. */
  takeFired(): ReferenceDeadline[];
  armed(): ReferenceDeadline[];
}

export interface ReferenceAdapter extends Adapter {
  open(options: { readonly configuration: Configuration }): Promise<ReferenceSession>;
}

/** A client of this process is on this machine. */
const CLIENT_HOST = '/127.0.0.1';

/**
 * The embedded reference, one fresh coordinator per session. Its answers are projected to their
 * version, which yields just what a peer would decode from their bytes.
 *
 * @param configuration broker configuration by Kafka's own names; cases may change it
 * @param seed of the ids it makes up: the same seed, the same ids
 * @param choose where Kafka leaves a choice; absent: Kafka's own, if known
 */
export function createReferenceAdapter(
  configuration: Configuration,
  seed = 1,
  choose: Choose = chooseFirst,
): ReferenceAdapter {
  return {
    contractVersion: ADAPTER_CONTRACT_VERSION,
    describe: async () => ({
      name: 'reference',
      apis: new Map(REFERENCE_APIS.map((api) => [api, apiSchema(api).versions])),
      configuration,
      capabilities: new Set(CAPABILITIES),
      clock: 'virtual',
      isolated: true,
    }),
    open: async (options) =>
      openSession({ ...configuration, ...options.configuration }, seed, choose),
    close: async () => {},
  };
}

function openSession(configuration: Configuration, seed: number, choose: Choose): ReferenceSession {
  const ids = uuidSource(seed);
  const coordinator = createCoordinator({ configuration, ids, choose, sizeOf: batchSize });
  const { timer, log } = coordinator;
  const records = createRecordReader(log);
  let answers: Answer[] = [];
  let fired: ReferenceDeadline[] = [];
  timer.onFire = ({ origin, deadline }) => fired.push({ origin, deadline });

  const serve = <Api extends CoordinatorApi>(api: Api, request: OutgoingRequest) => {
    const { response } = apiSchema(api);
    coordinator.handle(
      {
        api,
        version: request.version,
        clientId: request.clientId,
        clientHost: CLIENT_HOST,
        body: completeRequest(api, request.body),
      },
      (complete) => {
        answers.push({
          kind: 'response',
          requestId: request.id,
          at: timer.now,
          body: projectMessage(response, request.version, complete as MessageBody),
        });
      },
    );
  };

  return {
    clock: {
      kind: 'virtual',
      now: () => timer.now,
      advance: (ms) => timer.advance(ms),
    },
    send(request) {
      if (!isServed(request.api))
        throw new AdapterError(`the reference does not serve ${request.api}`);
      serve(request.api, request);
    },
    // A delay of zero is still a timer: it fires after the request that set it.
    settle: () => timer.advance(0),
    takeAnswers() {
      const taken = answers;
      answers = [];
      return taken;
    },
    takeRecords: () => records.take(),
    control: async (action) => takeAction(coordinator, action, records),
    setOrigin(origin) {
      timer.origin = origin;
    },
    takeFired() {
      const taken = fired;
      fired = [];
      return taken;
    },
    armed: () => timer.armed().map(({ origin, deadline }) => ({ origin, deadline })),
    watchTimers: (watch) => watchTimer(timer, watch),
    close: async () => {},
  };
}

function isServed(api: ApiName): api is (typeof REFERENCE_APIS)[number] {
  return (REFERENCE_APIS as readonly ApiName[]).includes(api);
}
