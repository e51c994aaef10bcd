import { closest } from 'fastest-levenshtein';
import { encodeSubscription } from '../../protocol/consumer-protocol.js';
import type { MessageBody, MessageValue } from '../../protocol/message-body.js';
import type { Comparison } from '../../spec/comparison.js';
import {
  type FieldSchema,
  type FieldType,
  INTEGER_LIMITS,
  type IntegerType,
  type MessageSchema,
  type ScalarType,
} from '../../spec/message-schema.js';
import { formatVersionRange, includesVersion } from '../../spec/version-range.js';
import {
  addOffset,
  CaseError,
  parseSymbol,
  UnboundMemberError,
  type Vocabulary,
} from '../cases/vocabulary.js';

/** Everything needed to read the fields of one message of a case. */
export interface FieldContext {
  readonly schema: MessageSchema;
  readonly version: number;
  readonly vocabulary: Vocabulary;
  readonly comparison: Comparison;
}

/** Topic of every Subscription that a case's metadata word stands for. */
const SUBSCRIBED_TOPIC = 'groupspec-topic';

/** Builds a request body of exactly this version. Throws CaseError for what it cannot mean. */
export function buildBody(
  context: FieldContext,
  data: Readonly<Record<string, unknown>>,
): MessageBody {
  return buildStruct(context, context.schema.fields, data, '');
}

function buildStruct(
  context: FieldContext,
  fields: readonly FieldSchema[],
  data: Readonly<Record<string, unknown>>,
  path: string,
): MessageBody {
  const body: Record<string, MessageValue> = {};
  for (const [name, value] of Object.entries(data)) {
    const field = findField(context, fields, name);
    if (!includesVersion(field.versions, context.version)) {
      throw new CaseError(
        `${context.schema.name} has '${path}${name}' in versions ${formatVersionRange(field.versions)} only, ` +
          `not in ${context.version}; restrict 'versions' or the step's 'when'`,
      );
    }
    body[name] = buildValue(context, field, field.type, value, `${path}${name}`);
  }
  return body;
}

/** The field, whatever its versions; a misspelt name is answered with the nearest one. */
export function findField(
  context: FieldContext,
  fields: readonly FieldSchema[],
  name: string,
): FieldSchema {
  const field = fields.find((candidate) => candidate.name === name);
  if (field !== undefined) return field;
  const names = fields.map((candidate) => candidate.name);
  throw new CaseError(
    `${context.schema.name} has no field '${name}'; did you mean '${closest(name, names)}'? It has: ${names.join(', ')}`,
  );
}

function buildValue(
  context: FieldContext,
  field: FieldSchema,
  type: FieldType,
  value: unknown,
  path: string,
): MessageValue {
  if (value === null) return null;
  if (type.kind === 'array') {
    if (!Array.isArray(value)) throw new CaseError(`'${path}' is a list`);
    return value.map((item, index) =>
      buildValue(context, field, type.element, item, `${path}[${index}]`),
    );
  }
  if (type.kind === 'struct') {
    if (!isMap(value)) throw new CaseError(`'${path}' is a map of fields`);
    return buildStruct(context, type.fields, value, `${path}.`);
  }
  return scalarValue(context, field, value, path);
}

/** A scalar as its author wrote it, in the codec's types. */
export function scalarValue(
  context: FieldContext,
  field: FieldSchema,
  value: unknown,
  path: string,
): MessageValue {
  const { vocabulary, comparison, schema } = context;
  const reference = parseSymbol(value);
  if (reference !== null) {
    const bound = vocabulary.symbol(reference.name);
    if (bound === undefined) {
      if (/^[A-Z]/.test(reference.name)) throw new UnboundMemberError(reference.name);
      throw new CaseError(`$${reference.name} is not bound yet where '${path}' uses it`);
    }
    return addOffset(bound, reference);
  }
  const scalar = scalarOf(field.type);
  switch (scalar) {
    case 'string':
    case 'uuid':
      if (isMap(value) && typeof value['literal'] === 'string') return value['literal'];
      if (typeof value !== 'string') throw new CaseError(`'${path}' is a string`);
      return comparison.isGroupId(schema.name, field.name) ? vocabulary.groupId(value) : value;
    case 'bytes':
      if (typeof value !== 'string')
        throw new CaseError(`'${path}' is bytes: a word, text:… or hex:…`);
      return bytesOf(value, comparison.isSubscription(schema.name, field.name));
    case 'bool':
      if (typeof value !== 'boolean') throw new CaseError(`'${path}' is true or false`);
      return value;
    default:
      return integerValue(context, field, scalar, value, path);
  }
}

function integerValue(
  context: FieldContext,
  field: FieldSchema,
  scalar: IntegerType,
  value: unknown,
  path: string,
): MessageValue {
  const { vocabulary, comparison, schema } = context;
  let number: number;
  if (typeof value === 'string' && field.name === 'errorCode') {
    number = vocabulary.errorCode(value);
  } else if (typeof value === 'string' && comparison.isDuration(schema.name, field.name)) {
    number = vocabulary.duration(value);
  } else if (typeof value === 'number' && Number.isInteger(value)) {
    number = value;
  } else {
    throw new CaseError(`'${path}' is an integer, not ${JSON.stringify(value)}`);
  }
  const { min, max } = INTEGER_LIMITS[scalar];
  if (number < min || number > max) {
    throw new CaseError(`'${path}' is ${number}, which ${scalar} cannot hold (${min} to ${max})`);
  }
  return scalar === 'int64' ? BigInt(number) : number;
}

function scalarOf(type: FieldType): ScalarType {
  if (type.kind === 'array') return scalarOf(type.element);
  if (type.kind === 'scalar') return type.scalar;
  throw new Error(`${type.typeName} is no scalar`);
}

const subscriptions = new Map<string, Uint8Array>();

/** `text:…` and `hex:…` are taken as they are; a word is a Subscription where that is meant. */
export function bytesOf(text: string, subscription: boolean): Uint8Array {
  if (text.startsWith('text:')) return new TextEncoder().encode(text.slice('text:'.length));
  if (text.startsWith('hex:')) return hexBytes(text.slice('hex:'.length));
  if (!subscription || text === '') return new TextEncoder().encode(text);
  let bytes = subscriptions.get(text);
  if (bytes === undefined) {
    bytes = encodeSubscription(1, {
      topics: [SUBSCRIBED_TOPIC],
      userData: new TextEncoder().encode(text),
      ownedPartitions: [],
    });
    subscriptions.set(text, bytes);
  }
  return bytes;
}

function hexBytes(digits: string): Uint8Array {
  if (!/^([0-9a-fA-F]{2})*$/.test(digits)) {
    throw new CaseError(`'hex:${digits}' is not an even number of hexadecimal digits`);
  }
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
