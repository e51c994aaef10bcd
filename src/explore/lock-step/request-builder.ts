import { defaultOf } from '../../protocol/defaults.js';
import { linesOf, madeOf } from '../../protocol/made-functions.js';
import type { MessageBody, MessageValue } from '../../protocol/message-body.js';
import type { Comparison } from '../../spec/comparison.js';
import type {
  FieldSchema,
  FieldType,
  MessageSchema,
  ScalarType,
} from '../../spec/message-schema.js';
import { includesVersion } from '../../spec/version-range.js';
import { bytesOf } from '../../suite/judge/field-values.js';
import type { Given, GivenFields, Reference } from '../sequence.js';

/** What the references of a sequence stand for at the moment. */
export interface Meanings {
  /** Id of the model. */
  idOf(client: string): string;
  generationOf(client: string): number;
  /** In ms. */
  durationOf(expression: string): number;
  /** The implementation's form of a text of the model that may be a member id. */
  toImplementation(modelText: string): string;
  /** The implementation's form of a group id. */
  groupId(local: string): string;
}

/** One message for both sides: they differ in member ids and names of groups. */
export interface BuiltMessage {
  /** In complete form. */
  readonly model: MessageBody;
  /** Fields of exactly the version. */
  readonly implementation: MessageBody;
}

export type MessageBuilder = (meanings: Meanings, given: GivenFields) => BuiltMessage;

/** A value for both sides. */
interface Both {
  readonly model: MessageValue;
  readonly implementation: MessageValue;
}

type Builder = (meanings: Meanings, given: Given) => Both;

/** Fields that are not given, and those that the version lacks, have their default. */
export function createMessageBuilder(
  schema: MessageSchema,
  version: number,
  comparison: Comparison,
): MessageBuilder {
  return structBuilder(schema, schema.fields, version, comparison);
}

interface BuiltField {
  readonly name: string;
  /** Whether the version has it. */
  readonly present: boolean;
  /** Where it is not given. */
  readonly absent: Both;
  readonly build: Builder;
}

function structBuilder(
  schema: MessageSchema,
  fields: readonly FieldSchema[],
  version: number,
  comparison: Comparison,
): MessageBuilder {
  const parts = fields.map((field): BuiltField => {
    const present = includesVersion(field.versions, version);
    return {
      name: field.name,
      present,
      // What a peer decodes from the bytes is what the model has to see.
      absent: same(defaultOf(field, present ? version : 'any')),
      build: typeBuilder(schema, field, field.type, version, comparison),
    };
  });
  return madeOf(source(parts), { fields: parts });
}

function source(fields: readonly BuiltField[]): string {
  return `'use strict';
${linesOf(fields, naming)}
return (meanings, given) => {
  let value;
  ${linesOf(fields, building)}
  return {
    model: { ${linesOf(fields, modelled)} },
    implementation: { ${linesOf(fields, implemented)} },
  };
};`;
}

function naming(_: BuiltField, index: number): string {
  return `const { absent: absent${index}, build: build${index} } = parts.fields[${index}];`;
}

function building({ name, present }: BuiltField, index: number): string {
  if (!present) return `const both${index} = absent${index};`;
  const given = `(value = given[${JSON.stringify(name)}])`;
  return `const both${index} = ${given} === undefined ? absent${index} : build${index}(meanings, value);`;
}

function modelled({ name }: BuiltField, index: number): string {
  return `${JSON.stringify(name)}: both${index}.model,`;
}

function implemented({ name, present }: BuiltField, index: number): string {
  return present ? `${JSON.stringify(name)}: both${index}.implementation,` : '';
}

function typeBuilder(
  schema: MessageSchema,
  field: FieldSchema,
  type: FieldType,
  version: number,
  comparison: Comparison,
): Builder {
  switch (type.kind) {
    case 'array':
      return arrayBuilder(typeBuilder(schema, field, type.element, version, comparison));
    case 'struct': {
      const build = structBuilder(schema, type.fields, version, comparison);
      return (meanings, given) => (given === null ? NULL : build(meanings, given as GivenFields));
    }
    case 'scalar':
      return comparison.isGroupId(schema.name, field.name)
        ? buildGroupId
        : scalarBuilder(type.scalar);
  }
}

/** Each type has references of its own. */
function scalarBuilder(scalar: ScalarType): Builder {
  switch (scalar) {
    case 'string':
      return buildText;
    case 'bytes':
      return buildBytes;
    case 'int64':
      return buildLong;
    default:
      return buildNumber;
  }
}

const NULL: Both = { model: null, implementation: null };

function arrayBuilder(element: Builder): Builder {
  return (meanings, given) => {
    if (given === null) return NULL;
    const model: MessageValue[] = [];
    const implementation: MessageValue[] = [];
    for (const item of given as readonly Given[]) {
      const both = element(meanings, item);
      model.push(both.model);
      implementation.push(both.implementation);
    }
    return { model, implementation };
  };
}

const buildGroupId: Builder = (meanings, given) => ({
  model: given as string,
  implementation: typeof given === 'string' ? meanings.groupId(given) : null,
});

const buildLong: Builder = (_meanings, given) => same(BigInt(given as number));

type ReferenceBy<Name extends string> = Extract<Reference, Readonly<Record<Name, string>>>;

function isPlain(given: Given): given is null | boolean | number | string {
  return given === null || typeof given !== 'object';
}

const buildText: Builder = (meanings, given) => {
  if (isPlain(given)) return same(given);
  const model = meanings.idOf((given as ReferenceBy<'idOf'>).idOf);
  return { model, implementation: meanings.toImplementation(model) };
};

const buildNumber: Builder = (meanings, given) => {
  if (isPlain(given)) return same(given);
  const reference = given as ReferenceBy<'generationOf'> | ReferenceBy<'duration'>;
  return same(
    'duration' in reference
      ? meanings.durationOf(reference.duration)
      : meanings.generationOf(reference.generationOf) + reference.plus,
  );
};

const buildBytes: Builder = (_meanings, given) => {
  if (isPlain(given)) return same(given);
  const reference = given as ReferenceBy<'subscription'> | ReferenceBy<'text'>;
  return same(
    'text' in reference ? bytesOfText(reference.text) : bytesOf(reference.subscription, true),
  );
};

/** Kept: texts are few, and encoding one takes longer than all the rest of its field. */
const textBytes = new Map<string, Uint8Array>();

function bytesOfText(text: string): Uint8Array {
  let bytes = textBytes.get(text);
  if (bytes === undefined) {
    bytes = bytesOf(`text:${text}`, false);
    textBytes.set(text, bytes);
  }
  return bytes;
}

function same(value: MessageValue): Both {
  return { model: value, implementation: value };
}
