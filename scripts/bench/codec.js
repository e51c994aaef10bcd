// @ts-check
import { createRequire } from 'node:module';
import { apiSchema } from '../../dist/src/protocol/apis.js';
import { decodeMessage, encodeMessage } from '../../dist/src/protocol/codec.js';
import { interleave, repeat, timed } from './interleave.js';
import { comparison } from './row.js';

/** @import { Measured } from './benches.js' */

/*
 * Both libraries are clients: they read responses and write requests. What they would write of a
 * response is put together here of their own writers, in the way of their own requests.
 */

const US_PER_MS = 1000;
const MEMBERS = 1_000;
const TIMES = 20;
const AT_LEAST = 2;
const KAFKAJS = 'kafkajs/src/protocol';

const { response: schema } = apiSchema('JoinGroup');

/**
 * @typedef {object} Library
 * @property {string} name
 * @property {number} version of the response, the newest that it has
 * @property {(body: typeof BODY) => Uint8Array} encode
 * @property {(bytes: Buffer) => unknown} decode
 */

const BODY = {
  throttleTimeMs: 0,
  errorCode: 0,
  generationId: 7,
  protocolType: 'consumer',
  protocolName: 'range',
  leader: memberId(0),
  skipAssignment: false,
  memberId: memberId(0),
  members: Array.from({ length: MEMBERS }, (_, index) => ({
    memberId: memberId(index),
    groupInstanceId: null,
    metadata: Buffer.from('\0\0\0\0\0\x01\0\x05topic\xff\xff\xff\xff', 'latin1'),
  })),
};

/** @param {number} index */
function memberId(index) {
  return `consumer-1-7d4f0d2e-5a3c-4b1e-9f60-${String(index).padStart(12, '0')}`;
}

/**
 * @param {number} rounds
 * @returns {Promise<Measured>}
 */
export async function measure(rounds) {
  const rows = [];
  for (const library of [kafkajs(), await platformatic()]) {
    rows.push(...(await measureAgainst(library, rounds)));
  }
  return { rows, skipped: null };
}

/** @param {Library} library @param {number} rounds */
async function measureAgainst({ name, version, encode, decode }, rounds) {
  const ownBody = version >= 7 ? BODY : { ...BODY, protocolType: null };
  const bytes = Buffer.from(encodeMessage(schema, version, ownBody));
  if (!bytes.equals(encode(BODY))) throw new Error(`${name} writes other bytes`);
  const each = (/** @type {() => unknown} */ work) => () =>
    (US_PER_MS * timed(() => repeat(TIMES, work))) / TIMES;
  const measured = await interleave(
    {
      encode: each(() => encodeMessage(schema, version, ownBody)),
      theirEncode: each(() => encode(BODY)),
      decode: each(() => decodeMessage(schema, version, bytes)),
      theirDecode: each(() => decode(bytes)),
    },
    { rounds, warmUp: 10 },
  );
  const what = `JoinGroup response v${version}, ${MEMBERS} members`;
  return [
    comparison(
      `encode ${what}`,
      'µs',
      measured.encode,
      { name, times: measured.theirEncode },
      AT_LEAST,
    ),
    comparison(
      `decode ${what}`,
      'µs',
      measured.decode,
      { name, times: measured.theirDecode },
      AT_LEAST,
    ),
  ];
}

/** @returns {Library} */
function kafkajs() {
  const require = createRequire(import.meta.url);
  const Encoder = require(`${KAFKAJS}/encoder.js`);
  const { decode } = require(`${KAFKAJS}/requests/joinGroup/v5/response.js`);
  return {
    name: 'kafkajs',
    version: 5,
    encode: (body) =>
      new Encoder()
        .writeInt32(body.throttleTimeMs)
        .writeInt16(body.errorCode)
        .writeInt32(body.generationId)
        .writeString(body.protocolName)
        .writeString(body.leader)
        .writeString(body.memberId)
        .writeArray(
          body.members.map((member) =>
            new Encoder()
              .writeString(member.memberId)
              .writeString(member.groupInstanceId)
              .writeBytes(member.metadata),
          ),
        ).buffer,
    // It is a promise only in name: all is read before it is returned.
    decode,
  };
}

/** @returns {Promise<Library>} */
async function platformatic() {
  // The package exports its entry only, so its parts are found by their files.
  const dist = new URL('./', import.meta.resolve('@platformatic/kafka'));
  const { Writer } = await import(new URL('protocol/writer.js', dist).href);
  const { Reader } = await import(new URL('protocol/reader.js', dist).href);
  const { api, parseResponse } = await import(new URL('apis/consumer/join-group-v9.js', dist).href);
  return {
    name: '@platformatic/kafka',
    version: 9,
    encode: (body) =>
      Writer.create()
        .appendInt32(body.throttleTimeMs)
        .appendInt16(body.errorCode)
        .appendInt32(body.generationId)
        .appendString(body.protocolType)
        .appendString(body.protocolName)
        .appendString(body.leader)
        .appendBoolean(body.skipAssignment)
        .appendString(body.memberId)
        .appendArray(
          body.members,
          (
            /** @type {InstanceType<typeof Writer>} */ writer,
            /** @type {typeof body.members[number]} */ member,
          ) =>
            writer
              .appendString(member.memberId)
              .appendString(member.groupInstanceId)
              .appendBytes(member.metadata),
        )
        .appendTaggedFields().buffer,
    decode: (bytes) => parseResponse(1, api.key, api.version, Reader.from(bytes)),
  };
}
