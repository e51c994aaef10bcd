import { within } from './codec-error.js';
import { isNoneOf, linesOf, madeOf } from './made-functions.js';
import type { MessageValue } from './message-body.js';
import type { MessageReader } from './message-reader.js';
import type { MessageWriter } from './message-writer.js';
import type { FieldCodec } from './struct-codec.js';
import type { ValueCodec } from './value-codec.js';

/** A body of which nothing is known but that it is an object. */
export type AnyBody = Readonly<Record<string, unknown>>;

/** What the functions of a structure are made for, and what they call. */
export interface StructParts {
  /** Of this version in the order of the wire; tagged ones are not among them. */
  readonly fields: readonly FieldCodec[];
  /** Of all versions. */
  readonly names: readonly string[];
  readonly asBody: (writer: MessageWriter, value: unknown) => AnyBody;
  readonly refuseUnknown: (writer: MessageWriter, name: string) => never;
  /** This and those below are null where they have nothing to do. */
  readonly refuseLost: ((writer: MessageWriter, body: AnyBody) => void) | null;
  readonly writeTagged: ((writer: MessageWriter, body: AnyBody) => void) | null;
  readonly readTagged: ((reader: MessageReader, body: Record<string, MessageValue>) => void) | null;
}

type StructFunctions = Pick<ValueCodec, 'write' | 'read'>;

/** Writes and reads a structure by functions made for its fields. */
export function structFunctions(parts: StructParts): StructFunctions {
  return madeOf(source(parts), { ...parts, within });
}

function source({ fields, names, refuseLost, writeTagged, readTagged }: StructParts): string {
  return `'use strict';
const { asBody, refuseUnknown, refuseLost, writeTagged, readTagged, fields, within } = parts;
${linesOf(fields, naming)}
return {
  write(writer, value) {
    const body = asBody(writer, value);
    for (const name in body) if (${isNoneOf(names)}) refuseUnknown(writer, name);
    ${refuseLost === null ? '' : 'refuseLost(writer, body);'}
    let at = '', given;
    try {
      ${linesOf(fields, writing)}
    } catch (error) { throw within(at, error); }
    ${writeTagged === null ? '' : 'writeTagged(writer, body);'}
  },
  read(reader) {
    let at = '', body;
    try {
      body = {
        ${linesOf(fields, reading)}
      };
    } catch (error) { throw within(at, error); }
    ${readTagged === null ? '' : 'readTagged(reader, body);'}
    return body;
  },
};`;
}

function naming(_: FieldCodec, index: number): string {
  return `const field${index} = fields[${index}];
const { write: write${index}, read: read${index} } = field${index}.values;`;
}

function writing({ name }: FieldCodec, index: number): string {
  const text = JSON.stringify(name);
  return `at = ${text}; given = body[${text}];
      if (given === undefined || given === null) field${index}.write(writer, given);
      else write${index}(writer, given);`;
}

function reading({ name, nullable }: FieldCodec, index: number): string {
  const text = JSON.stringify(name);
  const value = `read${index}(reader)`;
  const judged = nullable ? value : `field${index}.notNull(reader, reader.offset, ${value})`;
  return `${text}: (at = ${text}, ${judged}),`;
}
