import { defaultOf, nullOf } from '../../protocol/defaults.js';
import type { MessageBody, MessageValue } from '../../protocol/message-body.js';
import type { Comparison } from '../../spec/comparison.js';
import { errorCode, errorName } from '../../spec/errors.js';
import type { FieldSchema, FieldType, MessageSchema } from '../../spec/message-schema.js';
import { includesVersion } from '../../spec/version-range.js';
import { type Durations, evaluateDuration } from '../../suite/expand/durations.js';
import { bytesOf, isMap } from '../../suite/judge/field-values.js';
import type { Names } from './names.js';

/** How a case says values of the model. */
export interface Words {
  readonly names: Names;
  readonly comparison: Comparison;
  readonly durations: Durations;
  /** Words of Subscriptions by the hexadecimal form of their bytes. */
  readonly subscriptions: ReadonlyMap<string, string>;
  /** Durations in words by their ms. */
  readonly expressions: ReadonlyMap<number, string>;
  /** Told of every member whose id is said. */
  readonly onMember: (name: string) => void;
}

/** Fields as a case writes them. */
export type Said = Readonly<Record<string, unknown>>;

/** A message of one version. */
export interface MessageForm {
  readonly schema: MessageSchema;
  readonly version: number;
}

/** Fields of a body that differ from their defaults and are compared, in words. */
export function sayBody(words: Words, form: MessageForm, body: MessageBody): Said {
  return sayStruct(words, form, form.schema.fields, body);
}

function sayStruct(
  words: Words,
  form: MessageForm,
  fields: readonly FieldSchema[],
  body: MessageBody,
): Said {
  const said: Record<string, unknown> = {};
  for (const field of fields) {
    const value = body[field.name];
    if (value === undefined || !isCompared(words, form, field)) continue;
    const own = sayValue(words, form, field, field.type, value);
    if (canonical(words, form, field, field.type, own) === canonicalDefault(words, form, field)) {
      continue;
    }
    said[field.name] = own;
  }
  return said;
}

function isCompared({ comparison }: Words, { schema, version }: MessageForm, field: FieldSchema) {
  return includesVersion(field.versions, version) && !comparison.isFree(schema.name, field.name);
}

function sayValue(
  words: Words,
  form: MessageForm,
  field: FieldSchema,
  type: FieldType,
  value: MessageValue,
): unknown {
  if (value === null) return null;
  switch (type.kind) {
    case 'array':
      return (value as readonly MessageValue[]).map((item) =>
        sayValue(words, form, field, type.element, item),
      );
    case 'struct':
      return sayStruct(words, form, type.fields, value as MessageBody);
    case 'scalar':
      return sayScalar(words, form, field, value);
  }
}

function sayScalar(
  words: Words,
  { schema }: MessageForm,
  field: FieldSchema,
  value: MessageValue,
): unknown {
  const { comparison } = words;
  if (value instanceof Uint8Array) {
    return sayBytes(words, value, comparison.isSubscription(schema.name, field.name));
  }
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') {
    if (field.name === 'errorCode') return errorName(value);
    if (comparison.isDuration(schema.name, field.name)) {
      return words.expressions.get(value) ?? value;
    }
    return value;
  }
  if (typeof value !== 'string') return value;
  if (comparison.isGroupId(schema.name, field.name)) return words.names.groupOf(value);
  return sayText(words, value);
}

/** Ids by whom they belong to. */
function sayText({ names, onMember }: Words, text: string): unknown {
  const member = names.memberOf(text);
  if (member !== undefined) {
    onMember(member);
    return `$${member}`;
  }
  return text.startsWith('$') ? { literal: text } : text;
}

export function sayBytes(
  { subscriptions }: Words,
  bytes: Uint8Array,
  isSubscription: boolean,
): string {
  if (bytes.length === 0) return '';
  const hex = hexOf(bytes);
  const word = isSubscription ? subscriptions.get(hex) : undefined;
  if (word !== undefined) return word;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const plain = isSubscription || /^(text|hex):/.test(text) ? `text:${text}` : text;
  return hexOf(bytesOf(plain, isSubscription)) === hex ? plain : `hex:${hex}`;
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Whether two ways to write a message mean the same. */
export function meanSame(words: Words, form: MessageForm, one: Said, other: Said): boolean {
  return canonicalBody(words, form, one) === canonicalBody(words, form, other);
}

function canonicalBody(words: Words, form: MessageForm, said: Said): string {
  return canonicalStruct(words, form, form.schema.fields, said);
}

function canonicalStruct(
  words: Words,
  form: MessageForm,
  fields: readonly FieldSchema[],
  said: Said,
): string {
  const parts = fields
    .filter((field) => isCompared(words, form, field))
    .map((field) => {
      const value = said[field.name];
      const text =
        value === undefined
          ? canonicalDefault(words, form, field)
          : canonical(words, form, field, field.type, value);
      return `${field.name}:${text}`;
    });
  return `{${parts.join()}}`;
}

function canonicalDefault(words: Words, form: MessageForm, field: FieldSchema): string {
  return canonicalValue(words, form, field, field.type, defaultOf(field, form.version));
}

/** A default, which has the types of the protocol. */
function canonicalValue(
  words: Words,
  form: MessageForm,
  field: FieldSchema,
  type: FieldType,
  value: MessageValue,
): string {
  return canonical(words, form, field, type, sayPlainly(value));
}

function sayPlainly(value: MessageValue): unknown {
  if (value instanceof Uint8Array) return value.length === 0 ? '' : `hex:${hexOf(value)}`;
  if (typeof value === 'bigint') return Number(value);
  return value;
}

const MATCHERS = ['anything', 'matches', 'oneOf', 'containing', 'lacking'];

function canonical(
  words: Words,
  form: MessageForm,
  field: FieldSchema,
  type: FieldType,
  said: unknown,
): string {
  if (isMap(said) && Object.keys(said).some((key) => MATCHERS.includes(key))) {
    return JSON.stringify(said);
  }
  if (said === null) {
    const value = nullOf(field, form.version);
    return value === null ? 'null' : canonicalValue(words, form, field, type, value);
  }
  switch (type.kind) {
    case 'array': {
      const items = (Array.isArray(said) ? said : [said]).map((item) =>
        canonical(words, form, field, type.element, item),
      );
      if (words.comparison.isUnordered(form.schema.name, field.name)) items.sort();
      return `[${items.join()}]`;
    }
    case 'struct':
      return isMap(said) ? canonicalStruct(words, form, type.fields, said) : JSON.stringify(said);
    case 'scalar':
      return canonicalScalar(words, form, field, type.scalar, said);
  }
}

function canonicalScalar(
  { comparison, durations }: Words,
  { schema }: MessageForm,
  field: FieldSchema,
  scalar: string,
  said: unknown,
): string {
  if (typeof said !== 'string') return JSON.stringify(said);
  if (scalar === 'bytes') {
    return hexOf(bytesOf(said, comparison.isSubscription(schema.name, field.name)));
  }
  if (field.name === 'errorCode') return String(errorCode(said));
  if (scalar !== 'string' && comparison.isDuration(schema.name, field.name)) {
    return String(evaluateDuration(said, durations));
  }
  return JSON.stringify(said);
}
