// @ts-check
import { connect } from 'node:net';
import {
  decodeResponseFrame,
  encodeRequestFrame,
  FrameReader,
} from '../../dist/src/protocol/frames.js';

const NONE = 0;
const UNKNOWN_MEMBER_ID = 25;
const ANSWER_WITHIN_MS = 5_000;

/**
 * Whether a broker finds itself to be the coordinator, and has loaded every partition of
 * __consumer_offsets. Leaves no group behind: a Heartbeat of a group that does not exist is refused
 * with UNKNOWN_MEMBER_ID, yet only where the partition is loaded (a loading one answers NONE, one
 * without leader NOT_COORDINATOR; SVC-06).
 *
 * FindCoordinator makes a new broker create the topic, hence the order.
 * @param {string} host
 * @param {number} port
 * @param {number} partitions of __consumer_offsets
 * @returns {Promise<boolean>}
 */
export async function coordinatesEveryGroup(host, port, partitions) {
  for (const groupId of oneGroupForEachPartition(partitions)) {
    const found = await errorCodeOf(host, port, 'FindCoordinator', { key: groupId });
    if (found !== NONE) return false;
    const body = { groupId, generationId: 1, memberId: 'nobody' };
    const beaten = await errorCodeOf(host, port, 'Heartbeat', body);
    if (beaten !== UNKNOWN_MEMBER_ID) return false;
  }
  return true;
}

/** @param {number} partitions */
function oneGroupForEachPartition(partitions) {
  /** @type {Map<number, string>} */
  const groups = new Map();
  for (let i = 0; groups.size < partitions; i += 1) {
    const groupId = `probe-${i}`;
    groups.set(partitionOf(groupId, partitions), groupId);
  }
  return groups.values();
}

/**
 * SVC-11: the 32-bit hash of Java's String, its absolute value, modulo the partitions.
 * @param {string} groupId
 * @param {number} partitions
 */
function partitionOf(groupId, partitions) {
  let hash = 0;
  for (let i = 0; i < groupId.length; i += 1) {
    hash = (Math.imul(31, hash) + groupId.charCodeAt(i)) | 0;
  }
  return (hash === -(2 ** 31) ? 0 : Math.abs(hash)) % partitions;
}

/**
 * Sends one request in version 0 on a connection of its own.
 * @param {string} host
 * @param {number} port
 * @param {'FindCoordinator' | 'Heartbeat'} api
 * @param {Record<string, string | number>} body
 * @returns {Promise<unknown>} the response's errorCode; undefined when no response came
 */
function errorCodeOf(host, port, api, body) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const frames = new FrameReader();
    /** @param {unknown} errorCode */
    const end = (errorCode) => {
      socket.destroy();
      resolve(errorCode);
    };
    socket.setTimeout(ANSWER_WITHIN_MS, () => end(undefined));
    socket.once('error', () => end(undefined));
    socket.once('close', () => end(undefined));
    socket.once('connect', () => {
      const request = { api, version: 0, correlationId: 1, clientId: 'groupspec-probe', body };
      socket.write(encodeRequestFrame(request));
    });
    socket.on('data', (chunk) => {
      const [frame] = frames.push(chunk);
      if (frame) end(decodeResponseFrame(api, 0, frame).body.errorCode);
    });
  });
}
