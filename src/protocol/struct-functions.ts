import { within } from './codec-error.js';
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

/**
 * Writes and reads a structure by functions made for its fields. One loop for all structures would
 * call every codec from one place and build every object name by name, so that the engine gets to
 * know neither the callees nor the shapes; that takes twice as long.
 */
export function structFunctions(parts: StructParts): StructFunctions {
  const text = source(parts);
  let make = made.get(text);
  if (make === undefined) {
    make = new Function('parts', 'within', text) as Maker;
    made.set(text, make);
  }
  return make(parts, within);
}

type Maker = (parts: StructParts, placed: typeof within) => StructFunctions;

/** By their text: most structures have the same fields in several versions. */
const made = new Map<string, Maker>();

function source({ fields, names, refuseLost, writeTagged, readTagged }: StructParts): string {
  const isUnknown = names.map((name) => `name !== ${JSON.stringify(name)}`).join(' && ') || 'true';
  return `'use strict';
const { asBody, refuseUnknown, refuseLost, writeTagged, readTagged, fields } = parts;
${lines(fields, naming)}
return {
  write(writer, value) {
    const body = asBody(writer, value);
    for (const name in body) if (${isUnknown}) refuseUnknown(writer, name);
    ${refuseLost === null ? '' : 'refuseLost(writer, body);'}
    let at = '', given;
    try {
      ${lines(fields, writing)}
    } catch (error) { throw within(at, error); }
    ${writeTagged === null ? '' : 'writeTagged(writer, body);'}
  },
  read(reader) {
    let at = '', body;
    try {
      body = {
        ${lines(fields, reading)}
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

function lines(
  fields: readonly FieldCodec[],
  line: (field: FieldCodec, index: number) => string,
): string {
  return fields.map(line).join('\n');
}
