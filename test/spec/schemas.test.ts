import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { specPath } from '../../src/spec/package-root.js';

const DIRECTORY = specPath('schemas');

describe('Schemas', () => {
  it.each(readdirSync(DIRECTORY))('in %s say what a schema can say', (name) => {
    const schema: unknown = JSON.parse(readFileSync(join(DIRECTORY, name), 'utf8'));
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
    ajv.validateSchema(schema as object, true);
    expect(ajv.errors ?? []).toEqual([]);
  });
});
