import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CodecError, decodeMessage, encodeMessage } from '../../src/protocol/codec.js';
import { completeMessage, projectMessage } from '../../src/protocol/complete.js';
import type { FieldSchema } from '../../src/spec/message-schema.js';
import { allMessageVersions } from './support/all-messages.js';
import { bodyOf, completeBodyOf, sendableBodyOf } from './support/arbitraries.js';
import { thrownBy } from './support/bytes.js';
import { schemaOf } from './support/schemas.js';

const sample = schemaOf('versions: 0\nfields: { number: int8 }');
const [onlyNumber] = sample.fields as readonly [FieldSchema];

describe.each(allMessageVersions())('%s', (_name, { schema, version }) => {
  test('decodes to what was encoded', () => {
    const property = fc.property(bodyOf(schema, version), (body) => {
      expect(decodeMessage(schema, version, encodeMessage(schema, version, body))).toEqual(body);
    });
    fc.assert(property, { numRuns: 10 });
  });

  test('decodes to the projection of a complete body that can be sent', () => {
    const property = fc.property(sendableBodyOf(schema, version), (body) => {
      const decoded = decodeMessage(schema, version, encodeMessage(schema, version, body));
      expect(decoded).toEqual(projectMessage(schema, version, body));
    });
    fc.assert(property, { numRuns: 10 });
  });

  test('sends the projection of any complete body', () => {
    const property = fc.property(completeBodyOf(schema), (body) => {
      const projected = projectMessage(schema, version, body);
      expect(decodeMessage(schema, version, encodeMessage(schema, version, projected))).toEqual(
        projected,
      );
      expect(projectMessage(schema, version, completeMessage(schema, projected))).toEqual(
        projected,
      );
    });
    fc.assert(property, { numRuns: 10 });
  });

  test('is refused with a CodecError when cut at any byte or followed by one', () => {
    const property = fc.property(bodyOf(schema, version), (body) => {
      const bytes = encodeMessage(schema, version, body);
      for (let length = 0; length < bytes.length; length += 1) {
        const error = thrownBy(() => decodeMessage(schema, version, bytes.subarray(0, length)));
        if (!(error instanceof CodecError) || error.offset > length) throw error;
      }
      const longer = new Uint8Array([...bytes, 0]);
      expect(() => decodeMessage(schema, version, longer)).toThrow('1 byte too many at the end');
    });
    fc.assert(property, { numRuns: 4 });
  });

  test('meets damaged bytes with a value or a CodecError, nothing else', () => {
    const damage = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
    const property = fc.property(bodyOf(schema, version), fc.array(damage), (body, damages) => {
      const bytes = encodeMessage(schema, version, body);
      for (const { at, byte } of damages) bytes[at % bytes.length] = byte;
      try {
        decodeMessage(schema, version, bytes);
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
      }
    });
    fc.assert(property, { numRuns: 10 });
  });
});

test.each(["'", '"', '`${', '\\', 'a b', '*/', '\n', '\u2028', 'default', 'at'])(
  'a field of a handmade schema may be named %j',
  (name) => {
    const fields = [{ ...onlyNumber, name }];
    const schema = { ...sample, fields };
    const body = decodeMessage(schema, 0, encodeMessage(schema, 0, { [name]: 7 }));
    expect(body).toEqual({ [name]: 7 });
    expect(thrownBy(() => encodeMessage(schema, 0, { [name]: 'seven' }))).toMatchObject({
      path: name,
      reason: 'needs an integer, not the string "seven"',
    });
  },
);
