import { LOG_ERRORS } from '../../reference/errors.js';
import { REFERENCE_APIS } from '../adapter/reference/index.js';
import { apiSchema, recordSchema } from '../protocol/apis.js';
import type { FieldSchema, FieldType } from '../spec/message-schema.js';
import { includesVersion } from '../spec/version-range.js';
import { parseDuration } from '../suite/expand/durations.js';
import { loadsInTurn, type Sequence } from './sequence.js';

/** What makes data no sequence, as a sentence. */
export class SequenceError extends Error {}

/** Data from outside as a sequence. Throws SequenceError naming the first thing that is wrong. */
export function checkSequence(data: unknown): Sequence {
  const { configuration, versions, moves } = mapOf(data, 'a sequence');
  checkConfiguration(configuration, 'its configuration');
  const chosen = mapOf(versions, 'its versions');
  for (const api of REFERENCE_APIS) {
    const version = chosen[api];
    if (version === undefined) continue;
    demand(
      typeof version === 'number' && includesVersion(apiSchema(api).versions, version),
      `its version of ${api} is ${JSON.stringify(version)}`,
    );
  }
  for (const [index, written] of listOf(moves, 'its moves').entries()) {
    const at = `move ${index + 1}`;
    const move = mapOf(written, at);
    checkMove(move, at);
    const isUnknown = move['kind'] === 'request' && chosen[String(move['api'])] === undefined;
    demand(!isUnknown, `it has no version of ${String(move['api'])}, which ${at} calls`);
  }
  const sequence = data as Sequence;
  demand(loadsInTurn(sequence.moves), 'it does not unload and load the partition in turn');
  return sequence;
}

function checkMove(move: Fields, at: string): void {
  switch (move['kind']) {
    case 'request': {
      const api = REFERENCE_APIS.find((name) => name === move['api']);
      demand(isClient(move['client']), `${at} has the client ${JSON.stringify(move['client'])}`);
      const hasClientId = move['clientId'] === undefined;
      demand(hasClientId || move['clientId'] === null, `${at} has a client id of its own`);
      if (api === undefined) throw new SequenceError(`${at} calls ${JSON.stringify(move['api'])}`);
      checkFields(apiSchema(api).request.fields, move['fields'], at);
      return;
    }
    case 'advance': {
      const by = mapOf(move['by'], `the time of ${at}`);
      const known = 'duration' in by ? isDuration(by['duration']) : isNear(by['deadline']);
      demand(known, `${at} waits for ${JSON.stringify(by)}`);
      return;
    }
    case 'control':
      checkDeed(mapOf(move['deed'], `the deed of ${at}`), at);
      return;
    default:
      throw new SequenceError(`${at} is of the unknown kind ${JSON.stringify(move['kind'])}`);
  }
}

const SIMPLE_DEEDS = ['hold-commits', 'release-commits', 'unload', 'finish-load'];

function checkDeed(deed: Fields, at: string): void {
  const { kind } = deed;
  if (SIMPLE_DEEDS.includes(kind as string)) return;
  if (kind === 'fail-next-append') {
    const known = LOG_ERRORS.some((error) => error === deed['error']);
    demand(known, `${at} fails an append with ${JSON.stringify(deed['error'])}`);
    return;
  }
  demand(kind === 'start-load', `${at} does the unknown deed ${JSON.stringify(kind)}`);
  checkConfiguration(deed['configuration'], `the configuration of ${at}`);
  if (deed['log'] === null) return;
  for (const [index, record] of listOf(deed['log'], `the log of ${at}`).entries()) {
    const where = `record ${index + 1} of ${at}`;
    checkRecord(mapOf(record, where), where);
  }
}

function checkRecord(record: Fields, at: string): void {
  demand(typeof record['group'] === 'string', `${at} names no group`);
  switch (record['kind']) {
    case 'tombstone':
      return;
    case 'offset':
      demand(Number.isInteger(record['partition']), `${at} names no partition`);
      return;
    case 'group': {
      const schema = recordSchema('GroupMetadataValue');
      const version = record['valueVersion'];
      demand(
        typeof version === 'number' && includesVersion(schema.versions, version),
        `${at} has the value version ${JSON.stringify(version)}`,
      );
      checkFields(schema.fields, record['fields'], at);
      return;
    }
    default:
      throw new SequenceError(`${at} is of the unknown kind ${JSON.stringify(record['kind'])}`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function checkFields(schemas: readonly FieldSchema[], fields: unknown, at: string): void {
  const given = mapOf(fields, `what ${at} says`);
  for (const [name, value] of Object.entries(given)) {
    const schema = schemas.find((field) => field.name === name);
    if (schema === undefined) throw new SequenceError(`${at} has an unknown field '${name}'`);
    if (value === null) {
      demand(schema.nullable !== null, `${at}: '${name}' cannot be null`);
    } else {
      checkValue(schema.type, value, `${at}: '${name}'`);
    }
  }
}

function checkValue(type: FieldType, value: unknown, at: string): void {
  switch (type.kind) {
    case 'struct':
      checkFields(type.fields, value, at);
      return;
    case 'array':
      for (const item of listOf(value, at)) checkValue(type.element, item, at);
      return;
    case 'scalar':
      demand(isScalar(type.scalar, value), `${at} is ${JSON.stringify(value)}`);
      return;
  }
}

function isScalar(scalar: string, value: unknown): boolean {
  switch (scalar) {
    case 'string':
    case 'uuid':
      return typeof value === 'string' || (isReference(value, 'idOf') && isClient(value['idOf']));
    case 'bool':
      return typeof value === 'boolean';
    case 'int64':
      return Number.isInteger(value);
    case 'bytes':
      return isText(value, 'subscription') || isText(value, 'text');
    default:
      return isNumber(value);
  }
}

function isNumber(value: unknown): boolean {
  if (Number.isInteger(value)) return true;
  if (isReference(value, 'generationOf')) {
    return isClient(value['generationOf']) && Number.isInteger(value['plus']);
  }
  return isReference(value, 'duration') && isDuration(value['duration']);
}

function isText(value: unknown, name: string): boolean {
  return isReference(value, name) && typeof value[name] === 'string';
}

function isReference(value: unknown, name: string): value is Fields {
  return typeof value === 'object' && value !== null && name in value;
}

function isClient(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]\d*$/.test(value);
}

function isNear(value: unknown): boolean {
  return value === -1 || value === 0 || value === 1;
}

function isDuration(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    parseDuration(value);
    return true;
  } catch {
    return false;
  }
}

function checkConfiguration(value: unknown, what: string): void {
  for (const [name, setting] of Object.entries(mapOf(value, what))) {
    demand(typeof setting === 'number', `${what} has no number for ${name}`);
  }
}

function mapOf(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new SequenceError(`${what} is missing`);
}

function listOf(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new SequenceError(`${what} is no list`);
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new SequenceError(otherwise);
}
