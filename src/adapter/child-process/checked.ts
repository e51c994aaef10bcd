import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { closest } from 'fastest-levenshtein';
import { specPath } from '../../spec/package-root.js';
import type { Method } from './protocol.js';

/** A part of spec/schemas/adapter-protocol.schema.json. */
export type Shape = 'request' | 'response' | 'answer' | `params/${Method}` | `results/${Method}`;

const SCHEMA = 'adapter-protocol';

/** One that stops at the first error, and one that finds them all to name the most telling. */
interface Validators {
  readonly quick: ValidateFunction;
  readonly thorough: ValidateFunction;
}

let compilers: { readonly quick: Ajv2020; readonly thorough: Ajv2020 } | undefined;
const validators = new Map<Shape, Validators>();

/**
 * What is wrong with a message, in a clause that follows a name of it; undefined when it is of its
 * shape. Compiled once for the process: a run checks millions of messages.
 */
export function misshapen(shape: Shape, message: unknown): string | undefined {
  const { quick, thorough } = validators.get(shape) ?? validatorsFor(shape);
  if (quick(message)) return undefined;
  thorough(message);
  const errors = thorough.errors ?? [];
  const error = errors.find(({ keyword }) => keyword === 'additionalProperties') ?? errors[0];
  return error === undefined ? 'is not as the schema says' : describe(error);
}

function validatorsFor(shape: Shape): Validators {
  compilers ??= { quick: compiler(false), thorough: compiler(true) };
  const compiled = {
    quick: compile(compilers.quick, shape),
    thorough: compile(compilers.thorough, shape),
  };
  validators.set(shape, compiled);
  return compiled;
}

function compiler(thorough: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: thorough,
    verbose: thorough,
  });
  const schema: unknown = JSON.parse(
    readFileSync(specPath('schemas', `${SCHEMA}.schema.json`), 'utf8'),
  );
  return ajv.addSchema(schema as object);
}

function compile(ajv: Ajv2020, shape: Shape): ValidateFunction {
  const validate = ajv.getSchema(`${SCHEMA}.schema.json#/$defs/${shape}`);
  if (validate === undefined) throw new Error(`groupspec: the schema has no ${shape}`);
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
