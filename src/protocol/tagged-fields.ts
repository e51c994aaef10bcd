import type { FieldSchema } from '../spec/message-schema.js';
import { within } from './codec-error.js';
import { defaultOf, isDefault } from './defaults.js';
import type { MessageValue } from './message-body.js';
import type { MessageReader } from './message-reader.js';
import type { MessageWriter } from './message-writer.js';
import type { FieldCodec } from './struct-codec.js';

export interface TaggedField {
  readonly tag: number;
  readonly schema: FieldSchema;
  readonly codec: FieldCodec;
  readonly version: number;
}

/** Writes in the order of the tags; fields at their default are left out (KIP-482). */
export function writeTaggedFields(
  writer: MessageWriter,
  fields: readonly TaggedField[],
  body: Readonly<Record<string, unknown>>,
): void {
  if (fields.length === 0) {
    writer.writeUnsignedVarint(0);
    return;
  }
  const given = fields.filter(({ schema }) => {
    const value = body[schema.name];
    return value !== undefined && !isDefault(schema, value);
  });
  writer.writeUnsignedVarint(given.length);
  for (const { tag, codec } of given) {
    const part = writer.part();
    try {
      codec.write(part, body[codec.name]);
    } catch (error) {
      throw within(codec.name, error);
    }
    writer.writeUnsignedVarint(tag);
    writer.writeUnsignedVarint(part.length);
    writer.writeRaw(part.finish());
  }
}

/**
 * Adds the known fields to `body`, those not sent with their default. Unknown ones are skipped:
 * KIP-482 lets a newer peer send them in any version and obliges the reader to ignore them.
 */
export function readTaggedFields(
  reader: MessageReader,
  fields: readonly TaggedField[],
  body: Record<string, MessageValue>,
): void {
  for (const { schema, version } of fields) body[schema.name] = defaultOf(schema, version);
  const count = reader.readUnsignedVarint();
  let previous = -1;
  for (let index = 0; index < count; index += 1) {
    const start = reader.offset;
    const tag = reader.readUnsignedVarint();
    if (tag <= previous) reader.fail(`tag ${tag} follows tag ${previous}: tags must ascend`, start);
    previous = tag;
    readTaggedField(reader, tag, fields, body);
  }
}

function readTaggedField(
  reader: MessageReader,
  tag: number,
  fields: readonly TaggedField[],
  body: Record<string, MessageValue>,
): void {
  const size = reader.readUnsignedVarint();
  const field = fields.find((candidate) => candidate.tag === tag);
  if (field === undefined) {
    reader.skip(size);
    return;
  }
  const { name } = field.codec;
  try {
    const start = reader.offset;
    body[name] = field.codec.notNull(reader, start, field.codec.values.read(reader));
    const used = reader.offset - start;
    if (used !== size)
      reader.fail(`tag ${tag} announces ${size} bytes, but its value takes ${used}`, start);
  } catch (error) {
    throw within(name, error);
  }
}
