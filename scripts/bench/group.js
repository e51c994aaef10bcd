// @ts-check
import { batchSize } from '../../dist/src/adapter/reference/batch-size.js';
import { createCoordinator } from '../../dist/src/adapter/reference/index.js';
import { uuidSource } from '../../dist/src/adapter/reference/uuid-source.js';
import { defaultConfiguration, loadConfig } from '../../dist/src/spec/config.js';

/*
 * A group of a reference of its own that is asked by requests in the form in which a coordinator
 * takes them, just as BenchGroup.java in adapters/apache-kafka asks Apache Kafka's.
 */

const GROUP = 'group';
const CLIENT = { clientId: 'consumer', clientHost: '/127.0.0.1' };
const TYPE = 'consumer';
const TIMEOUT_MS = 60_000;
/** Two windows of the initial rebalance: the second one has no new member. */
const FORMED_AFTER_MS = 6_000;
/** Subscription to one topic, version 0. */
const METADATA = Buffer.from('\0\0\0\0\0\x01\0\x05topic\xff\xff\xff\xff', 'latin1');
const ASSIGNMENT = Buffer.from(
  '\0\0\0\0\0\x01\0\x05topic\0\0\0\x01\0\0\0\0\xff\xff\xff\xff',
  'latin1',
);
const NONE = 0;
const MEMBER_ID_REQUIRED = 79;

const CONFIGURATION = {
  ...defaultConfiguration(loadConfig()),
  // Of ten thousand members there is more to write than a broker takes by default.
  'max.message.bytes': 2 ** 30,
};

/**
 * @typedef {object} StableGroup
 * @property {() => void} rebalance all join again, the leader first, then all sync, the leader last
 * @property {(member: number) => void} heartbeat
 * @property {() => void} end all heartbeat, then leave one after the other
 */

/**
 * A stable group; its first member leads.
 * @param {number} size
 * @returns {StableGroup}
 */
export function formGroup(size) {
  const coordinator = createCoordinator({
    configuration: CONFIGURATION,
    ids: uuidSource(1),
    sizeOf: batchSize,
  });
  /** @type {ReturnType<typeof joinRequest>[]} */
  const joins = [];
  /** @type {ReturnType<typeof syncRequest>[]} */
  const syncs = [];
  /** @type {ReturnType<typeof heartbeatRequest>[]} */
  const heartbeats = [];
  let generation = -1;
  let answered = 0;
  /** @param {{ errorCode: number, generationId: number }} answer */
  const onJoined = ({ errorCode, generationId }) => {
    demand(errorCode, NONE);
    generation = generationId;
    answered++;
  };
  /** @param {{ errorCode: number }} answer */
  const onAnswered = ({ errorCode }) => {
    demand(errorCode, NONE);
    answered++;
  };

  const addMember = () => {
    const join = joinRequest();
    let memberId = '';
    coordinator.handle(join, (answer) => {
      demand(answer.errorCode, MEMBER_ID_REQUIRED);
      memberId = answer.memberId;
    });
    join.body.memberId = memberId;
    joins.push(join);
    syncs.push(syncRequest(memberId));
    heartbeats.push(heartbeatRequest(memberId));
    syncs[0]?.body.assignments.push({ memberId, assignment: ASSIGNMENT });
    coordinator.handle(join, onJoined);
  };

  const syncAll = () => {
    demand(answered, size);
    answered = 0;
    for (const { body } of heartbeats) body.generationId = generation;
    for (let member = size - 1; member >= 0; member--) {
      const sync = /** @type {ReturnType<typeof syncRequest>} */ (syncs[member]);
      sync.body.generationId = generation;
      coordinator.handle(sync, onAnswered);
    }
    demand(answered, size);
    answered = 0;
  };

  /** @type {StableGroup['heartbeat']} */
  const heartbeat = (member) => {
    const request = /** @type {ReturnType<typeof heartbeatRequest>} */ (heartbeats[member]);
    coordinator.handle(request, onAnswered);
  };

  for (let member = 0; member < size; member++) addMember();
  coordinator.timer.advance(FORMED_AFTER_MS);
  syncAll();

  return {
    heartbeat,
    rebalance() {
      answered = 0;
      for (const join of joins) coordinator.handle(join, onJoined);
      syncAll();
    },
    end() {
      answered = 0;
      for (let member = 0; member < size; member++) heartbeat(member);
      for (const { body } of joins) coordinator.handle(leaveRequest(body.memberId), onAnswered);
      demand(answered, 2 * size);
    },
  };
}

function joinRequest() {
  return {
    api: /** @type {const} */ ('JoinGroup'),
    version: 9,
    ...CLIENT,
    body: {
      groupId: GROUP,
      sessionTimeoutMs: TIMEOUT_MS,
      rebalanceTimeoutMs: TIMEOUT_MS,
      memberId: '',
      groupInstanceId: null,
      protocolType: TYPE,
      protocols: ['range', 'cooperative-sticky'].map((name) => ({ name, metadata: METADATA })),
      reason: null,
    },
  };
}

/** @param {string} memberId */
function syncRequest(memberId) {
  return {
    api: /** @type {const} */ ('SyncGroup'),
    version: 5,
    ...CLIENT,
    body: {
      groupId: GROUP,
      generationId: -1,
      memberId,
      groupInstanceId: null,
      protocolType: TYPE,
      protocolName: 'range',
      /** @type {{ memberId: string, assignment: Uint8Array }[]} */
      assignments: [],
    },
  };
}

/** @param {string} memberId */
function heartbeatRequest(memberId) {
  return {
    api: /** @type {const} */ ('Heartbeat'),
    version: 4,
    ...CLIENT,
    body: { groupId: GROUP, generationId: -1, memberId, groupInstanceId: null },
  };
}

/** @param {string} memberId */
function leaveRequest(memberId) {
  return {
    api: /** @type {const} */ ('LeaveGroup'),
    version: 5,
    ...CLIENT,
    body: {
      groupId: GROUP,
      memberId: '',
      members: [{ memberId, groupInstanceId: null, reason: null }],
    },
  };
}

/**
 * What is measured is only worth something if it is what was to be measured.
 * @param {number} found
 * @param {number} expected
 */
function demand(found, expected) {
  if (found !== expected) throw new Error(`${expected} was to come, not ${found}`);
}
