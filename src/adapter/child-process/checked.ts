import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { closest } from 'fastest-levenshtein';
import { specPath } from '../../spec/package-root.js';
import type { Method } from './protocol.js';

/** A part of spec/schemas/adapter-protocol.schema.json. */
export type Shape = 'request' | 'response' | 'answer' | `params/${Method}` | `results/${Method}`;

const SCHEMA = 'adapter-protocol';

let ajv: Ajv2020 | undefined;
const validators = new Map<Shape, ValidateFunction>();

/**
 * What is wrong with a message, in a clause that follows a name of it; undefined when it is of its
 * shape. Compiled once for the process: a run checks millions of messages.
 */
export function misshapen(shape: Shape, message: unknown): string | undefined {
  const validate = validators.get(shape) ?? validatorFor(shape);
  if (validate(message)) return undefined;
  const [error] = validate.errors ?? [];
  return error === undefined ? 'is not as the schema says' : describe(error);
}

function validatorFor(shape: Shape): ValidateFunction {
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: true, allowUnionTypes: true, verbose: true });
    ajv.addSchema(JSON.parse(readFileSync(specPath('schemas', `${SCHEMA}.schema.json`), 'utf8')));
  }
  const validate = ajv.getSchema(`${SCHEMA}.schema.json#/$defs/${shape}`);
  if (validate === undefined) throw new Error(`groupspec: the schema has no ${shape}`);
  validators.set(shape, validate);
  return validate;
}

function describe(error: ErrorObject): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const where = path === '' ? '' : `'${path}' `;
  switch (error.keyword) {
    case 'additionalProperties': {
      const field = String(error.params['additionalProperty']);
      const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
      const hint = known.length > 0 ? `; did you mean '${closest(field, known)}'?` : '';
      return `${where}has an unknown field '${field}'${hint}`;
    }
    case 'required':
      return `${where}lacks the field '${error.params['missingProperty']}'`;
    case 'enum':
      return `${where}is ${shown(error.data)}; allowed: ${error.params['allowedValues'].join(', ')}`;
    case 'const':
      return `${where}is ${shown(error.data)}, not ${shown(error.params['allowedValue'])}`;
    default:
      return `${where}${error.message ?? 'is not as the schema says'}, but is ${shown(error.data)}`;
  }
}

function shown(data: unknown): string {
  const text = JSON.stringify(data) ?? 'absent';
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
}
