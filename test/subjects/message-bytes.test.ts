import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { kafkaJson, samples } from '../protocol/support/samples.js';
import { javaProgram, missingJavaTools } from './clients/java-programs.js';
import { sayWhatIsMissing } from './installed.js';

const missing = await missingJavaTools();
sayWhatIsMissing('message bytes of Apache Kafka', missing);

describe.runIf(missing.length === 0)('Apache Kafka', () => {
  test('writes the samples of all messages as npm test expects it', async () => {
    const all = samples();
    const lines = all.map((sample) =>
      [sample.schema.name, sample.version, kafkaJson(sample)].join('\t'),
    );
    const { status, stdout, stderr } = spawnSync('java', await javaProgram('MessageBytes'), {
      input: lines.map((line) => `${line}\n`).join(''),
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    const written = stdout.trimEnd().split('\n');
    expect(written).toHaveLength(all.length);
    const text = all.flatMap(({ schema, version }, index) =>
      written[index] === '-' ? [] : `${schema.name} ${version} ${written[index]}\n`,
    );
    // Brought up to date by: npx vitest run --config vitest.subjects.config.ts message-bytes -u
    await expect(text.join('')).toMatchFileSnapshot('../protocol/support/kafka-bytes.txt');
  });
});
