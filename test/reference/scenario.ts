import type { RuleId } from '../../reference/citation.js';
import type { Choose } from '../../reference/classic/choices.js';
import {
  type Coordinator,
  type CoordinatorOptions,
  createCoordinator,
} from '../../reference/coordinator.js';
import type { GroupRecord } from '../../reference/runtime/log.js';
import type {
  ApiMessages,
  HeartbeatRequest,
  JoinGroupRequest,
  LeaveGroupRequest,
  SyncGroupRequest,
} from '../../src/protocol/generated-messages.js';
import { errorName } from '../../src/spec/errors.js';

/** A request that was sent; its response is there once it was answered. */
export interface Sent<Response> {
  response: Response | undefined;
  answers: number;
  /** How many requests of the scenario had been answered before this one; −1 while it waits. */
  position: number;
}

export const SESSION = 10_000;
export const REBALANCE = 60_000;
export const DELAY = 3_000;
export const WRITE_TIMEOUT = 5_000;
export const CLEANUP_INTERVAL = 600_000;

type Version = { readonly version?: number };
type Configuration = Readonly<Record<string, number>>;

export interface Scenario {
  readonly coordinator: Coordinator;
  /** Rules told since the last call, in order. */
  takeRules(): RuleId[];
  send<Api extends keyof ApiMessages & Parameters<Coordinator['handle']>[0]['api']>(
    api: Api,
    version: number,
    body: ApiMessages[Api]['request'],
  ): Sent<ApiMessages[Api]['response']>;
  join(fields?: Partial<JoinGroupRequest> & Version): Sent<ApiMessages['JoinGroup']['response']>;
  sync(fields?: Partial<SyncGroupRequest> & Version): Sent<ApiMessages['SyncGroup']['response']>;
  heartbeat(fields?: Partial<HeartbeatRequest>): Sent<ApiMessages['Heartbeat']['response']>;
  leave(fields?: Partial<LeaveGroupRequest> & Version): Sent<ApiMessages['LeaveGroup']['response']>;
  list(): Sent<ApiMessages['ListGroups']['response']>;
  remove(...groupIds: string[]): Sent<ApiMessages['DeleteGroups']['response']>;
  describe(groupId?: string): ApiMessages['DescribeGroups']['response']['groups'][number];
  advance(ms: number): void;
  /** Members join without handshake and sync: the group is Stable. The first one leads. */
  stable(...clients: readonly Partial<JoinGroupRequest>[]): string[];
}

/** One coordinator with the group `g`; durations as above unless configured otherwise. */
export function scenario(
  configuration: Configuration = {},
  choose?: Choose,
  sizeOf?: CoordinatorOptions['sizeOf'],
): Scenario {
  let made = 0;
  let answered = 0;
  const told: RuleId[] = [];
  const coordinator = createCoordinator({
    configuration: {
      'group.min.session.timeout.ms': 6_000,
      'group.max.session.timeout.ms': 1_800_000,
      'group.initial.rebalance.delay.ms': DELAY,
      'group.max.size': 1_000,
      'offsets.commit.timeout.ms': WRITE_TIMEOUT,
      'offsets.retention.check.interval.ms': CLEANUP_INTERVAL,
      'max.message.bytes': 1_048_588,
      ...configuration,
    },
    ids: () => `id${++made}`,
    onRule: (rule) => told.push(rule),
    ...(choose === undefined ? {} : { choose }),
    ...(sizeOf === undefined ? {} : { sizeOf }),
  });

  const scene: Scenario = {
    coordinator,
    takeRules: () => told.splice(0),
    send(api, version, body) {
      const sent: Sent<ApiMessages[typeof api]['response']> = {
        response: undefined,
        answers: 0,
        position: -1,
      };
      const header = { clientId: 'client', clientHost: '/127.0.0.1' };
      coordinator.handle({ api, version, ...header, body }, (response) => {
        sent.response = response;
        sent.answers++;
        sent.position = answered++;
      });
      return sent;
    },
    join({ version = 5, ...fields } = {}) {
      return scene.send('JoinGroup', version, {
        groupId: 'g',
        sessionTimeoutMs: SESSION,
        rebalanceTimeoutMs: REBALANCE,
        memberId: '',
        groupInstanceId: null,
        protocolType: 'consumer',
        protocols: protocols('range'),
        reason: null,
        ...fields,
      });
    },
    sync({ version = 3, ...fields } = {}) {
      return scene.send('SyncGroup', version, {
        groupId: 'g',
        generationId: 1,
        memberId: '',
        groupInstanceId: null,
        protocolType: null,
        protocolName: null,
        assignments: [],
        ...fields,
      });
    },
    heartbeat(fields = {}) {
      return scene.send('Heartbeat', 3, {
        groupId: 'g',
        generationId: 1,
        memberId: '',
        groupInstanceId: null,
        ...fields,
      });
    },
    leave({ version = 3, ...fields } = {}) {
      return scene.send('LeaveGroup', version, {
        groupId: 'g',
        memberId: '',
        members: [],
        ...fields,
      });
    },
    list: () => scene.send('ListGroups', 5, { statesFilter: [], typesFilter: [] }),
    remove: (...groupsNames) => scene.send('DeleteGroups', 2, { groupsNames }),
    describe(groupId = 'g') {
      const sent = scene.send('DescribeGroups', 5, {
        groups: [groupId],
        includeAuthorizedOperations: false,
      });
      const [group] = answerOf(sent).groups;
      if (group === undefined) throw new Error('DescribeGroups answered no group');
      return group;
    },
    advance: (ms) => coordinator.timer.advance(ms),
    stable(...clients) {
      const joins = clients.map((fields) =>
        scene.join({ version: fields.groupInstanceId == null ? 3 : 5, ...fields }),
      );
      while (joins.some((join) => join.response === undefined)) {
        const [next] = coordinator.timer.armed();
        if (next === undefined) throw new Error('the joins will never be answered');
        scene.advance(next.deadline - coordinator.timer.now);
      }
      const members = joins.map((join) => answerOf(join).memberId);
      const { generationId } = answerOf(joins[0]);
      const assignments = members.map((memberId) => ({ memberId, assignment: bytes(memberId) }));
      for (const memberId of [...members].reverse()) {
        scene.sync({ memberId, generationId, assignments });
      }
      return members;
    },
  };
  return scene;
}

export function answerOf<Response>(sent: Sent<Response> | undefined): Response {
  if (sent?.response === undefined) throw new Error('the request is still parked');
  return sent.response;
}

/** Name of the error that a request was answered with, or `parked`. */
export function errorOf(sent: Sent<{ readonly errorCode: number }>): string {
  const { response } = sent;
  return response === undefined ? 'parked' : errorName(response.errorCode);
}

/** Name of the error of the only group that a DeleteGroups named, or `waits`. */
export function deletionOf({ response }: ReturnType<Scenario['remove']>): string {
  const [only] = response?.results ?? [];
  return only === undefined ? 'waits' : errorName(only.errorCode);
}

/** Unloads the partition, and loads what is in its log. */
export function reload({ coordinator }: Scenario): void {
  coordinator.unload();
  coordinator.startLoad();
  coordinator.finishLoad();
}

/** Group records of the log, oldest first. */
export function groupRecords({ coordinator }: Scenario): GroupRecord[] {
  return coordinator.log.records.filter((record) => record.keyVersion === 2);
}

export function protocols(...names: readonly string[]): JoinGroupRequest['protocols'] {
  return names.map((name) => ({ name, metadata: bytes(name) }));
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function entry(memberId: string, groupInstanceId: string | null = null) {
  return { memberId, groupInstanceId, reason: null };
}
