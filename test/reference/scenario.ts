import type { Choose } from '../../reference/classic/choices.js';
import { type Coordinator, createCoordinator } from '../../reference/coordinator.js';
import type { GroupRecord } from '../../reference/runtime/log.js';
import type {
  ApiMessages,
  HeartbeatRequest,
  JoinGroupRequest,
  LeaveGroupRequest,
  SyncGroupRequest,
} from '../../src/protocol/generated-messages.js';

/** Error codes as the tests name them. */
export const ERRORS: Readonly<Record<number, string>> = {
  [-1]: 'UNKNOWN_SERVER_ERROR',
  0: 'NONE',
  14: 'COORDINATOR_LOAD_IN_PROGRESS',
  15: 'COORDINATOR_NOT_AVAILABLE',
  16: 'NOT_COORDINATOR',
  22: 'ILLEGAL_GENERATION',
  23: 'INCONSISTENT_GROUP_PROTOCOL',
  24: 'INVALID_GROUP_ID',
  25: 'UNKNOWN_MEMBER_ID',
  26: 'INVALID_SESSION_TIMEOUT',
  27: 'REBALANCE_IN_PROGRESS',
  68: 'NON_EMPTY_GROUP',
  69: 'GROUP_ID_NOT_FOUND',
  79: 'MEMBER_ID_REQUIRED',
  81: 'GROUP_MAX_SIZE_REACHED',
  82: 'FENCED_INSTANCE_ID',
};

/** A request that was sent; its response is there once it was answered. */
export interface Sent<Response> {
  response: Response | undefined;
  answers: number;
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
  send<Api extends keyof ApiMessages & Parameters<Coordinator['handle']>[0]['api']>(
    api: Api,
    version: number,
    body: ApiMessages[Api]['request'],
  ): Sent<ApiMessages[Api]['response']>;
  join(fields?: Partial<JoinGroupRequest> & Version): Sent<ApiMessages['JoinGroup']['response']>;
  sync(fields?: Partial<SyncGroupRequest> & Version): Sent<ApiMessages['SyncGroup']['response']>;
  heartbeat(fields?: Partial<HeartbeatRequest>): Sent<ApiMessages['Heartbeat']['response']>;
  leave(fields?: Partial<LeaveGroupRequest> & Version): Sent<ApiMessages['LeaveGroup']['response']>;
  describe(groupId?: string): ApiMessages['DescribeGroups']['response']['groups'][number];
  advance(ms: number): void;
  /** Members join without handshake and sync: the group is Stable. The first one leads. */
  stable(...clients: readonly Partial<JoinGroupRequest>[]): string[];
}

/** One coordinator with the group `g`; durations as above unless configured otherwise. */
export function scenario(configuration: Configuration = {}, choose?: Choose): Scenario {
  let made = 0;
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
    ...(choose === undefined ? {} : { choose }),
  });

  const scene: Scenario = {
    coordinator,
    send(api, version, body) {
      const sent: Sent<ApiMessages[typeof api]['response']> = { response: undefined, answers: 0 };
      const header = { clientId: 'client', clientHost: '/127.0.0.1' };
      coordinator.handle({ api, version, ...header, body }, (response) => {
        sent.response = response;
        sent.answers++;
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
  return response === undefined ? 'parked' : (ERRORS[response.errorCode] ?? 'no known error');
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
