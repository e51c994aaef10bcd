import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { API_NAMES, apiSchema } from '../../src/protocol/apis.js';
import { decodeMessage, encodeMessage } from '../../src/protocol/codec.js';
import { bytesOf, hexOf } from './support/bytes.js';
import { KAFKAJS_APIS, kafkajsVersions } from './support/kafkajs.js';
import { PLATFORMATIC_APIS } from './support/platformatic.js';
import { samples } from './support/samples.js';
import { WRITTEN_BY_HAND } from './support/written-by-hand.js';

describe.each(
  WRITTEN_BY_HAND.map((entry) => [`${entry.api} ${entry.kind} v${entry.version}`, entry] as const),
)('%s', (_name, { api, kind, version, body, hex }) => {
  const schema = apiSchema(api)[kind];

  test('has the bytes that were written by hand', () => {
    expect(hexOf(encodeMessage(schema, version, body))).toBe(hexOf(bytesOf(hex)));
  });

  test('decodes from them', () => {
    expect(decodeMessage(schema, version, bytesOf(hex))).toEqual(body);
  });
});

/** What Apache Kafka makes of our samples: test/subjects/message-bytes.test.ts writes the file. */
const WRITTEN_BY_KAFKA = readFileSync('test/protocol/support/kafka-bytes.txt', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [message = '', version = '', hex = ''] = line.split(' ');
    return { message, version: Number(version), hex };
  });

describe('The bytes that Apache Kafka writes', () => {
  const all = samples();

  test.each(WRITTEN_BY_KAFKA)('of $message v$version are ours', ({ message, version, hex }) => {
    const sample = all.find((one) => one.schema.name === message && one.version === version);
    if (sample === undefined) throw new Error('there is no such sample');
    const { schema, body } = sample;
    expect(hexOf(encodeMessage(schema, version, body))).toBe(hexOf(bytesOf(hex)));
    expect(decodeMessage(schema, version, bytesOf(hex))).toEqual(body);
  });
});

test('every request and response version is compared with bytes from elsewhere', () => {
  const compared = new Set([
    ...KAFKAJS_APIS.flatMap((kafkajs) =>
      kafkajsVersions(kafkajs).flatMap((version) => both(kafkajs.api, version)),
    ),
    ...PLATFORMATIC_APIS.flatMap(({ api, versions }) =>
      versions.flatMap((version) => both(api, version)),
    ),
    ...WRITTEN_BY_HAND.map(({ api, kind, version }) => `${api} ${kind} v${version}`),
    ...WRITTEN_BY_KAFKA.map(({ message, version }) =>
      message.replace(/(Request|Response)$/, (kind) => ` ${kind.toLowerCase()} v${version}`),
    ),
  ]);
  const all = API_NAMES.flatMap((api) => {
    const { min, max } = apiSchema(api).versions;
    return Array.from({ length: max - min + 1 }, (_, index) => both(api, min + index)).flat();
  });
  expect(all.filter((name) => !compared.has(name))).toEqual([]);
});

function both(api: string, version: number): string[] {
  return [`${api} request v${version}`, `${api} response v${version}`];
}
