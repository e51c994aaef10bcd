import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { closest } from 'fastest-levenshtein';
import { specPath } from './package-root.js';
import type { Problem } from './problem.js';
import type { DataPath, YamlSource } from './yaml-source.js';

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  verbose: true,
  // Every command compiles them for a few files each. A test holds them against their own schema.
  validateSchema: false,
  code: { optimize: false },
});
const validators = new Map<string, ValidateFunction>();

/**
 * Checks a file against `spec/schemas/<name>.schema.json`; every difference comes back as a
 * problem at its line. A misspelt field is answered with the nearest allowed one.
 */
export function checkAgainstSchema(source: YamlSource, schemaName: string): Problem[] {
  const validate = validatorFor(schemaName);
  if (validate(source.data)) return [];
  return mostSpecific(validate.errors ?? []).map((error) => describe(source, error));
}

function validatorFor(name: string): ValidateFunction {
  let validate = validators.get(name);
  if (validate === undefined) {
    const schema: unknown = JSON.parse(
      readFileSync(specPath('schemas', `${name}.schema.json`), 'utf8'),
    );
    validate = ajv.compile(schema as object);
    validators.set(name, validate);
  }
  return validate;
}

/** Errors of alternatives are noise once one of their branches says exactly what is wrong. */
function mostSpecific(errors: readonly ErrorObject[]): ErrorObject[] {
  const compound = new Set(['if', 'oneOf', 'anyOf', 'not']);
  const simple = errors.filter((error) => !compound.has(error.keyword));
  const misspelt = simple.filter((error) => isUnknownField(error));
  if (misspelt.length > 0) return unique(misspelt);
  return unique(simple.length > 0 ? simple : [...errors]);
}

function unique(errors: readonly ErrorObject[]): ErrorObject[] {
  const seen = new Set<string>();
  return errors.filter((error) => {
    const key = `${error.instancePath} ${error.keyword} ${JSON.stringify(error.params)}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

function isUnknownField(error: ErrorObject): boolean {
  return error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties';
}

function describe(source: YamlSource, error: ErrorObject): Problem {
  const path = pathOf(error.instancePath);
  const where = path.length === 0 ? 'the file' : `'${path.join('.')}'`;
  if (isUnknownField(error)) {
    const field = String(error.params['additionalProperty'] ?? error.params['unevaluatedProperty']);
    const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
    const hint =
      known.length > 0
        ? `; did you mean '${closest(field, known)}'? Known: ${known.join(', ')}`
        : '';
    return source.problemAtKey([...path, field], `unknown field '${field}' in ${where}${hint}`);
  }
  if (error.keyword === 'enum') {
    const allowed = (error.params['allowedValues'] as unknown[]).map(String);
    return source.problemAt(
      path,
      `${where} is ${JSON.stringify(error.data)}; allowed: ${allowed.join(', ')}`,
    );
  }
  return source.problemAt(path, `${where} ${error.message ?? 'is not as the schema says'}`);
}

function pathOf(instancePath: string): DataPath {
  if (instancePath === '') return [];
  return instancePath
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
