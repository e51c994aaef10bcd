import { defaultOf, nullOf } from '../../protocol/defaults.js';
import type { MessageValue } from '../../protocol/message-body.js';
import type { FieldSchema, FieldType } from '../../spec/message-schema.js';
import { includesVersion } from '../../spec/version-range.js';
import { CaseError, parseSymbol, type SymbolReference } from '../cases/vocabulary.js';
import { type FieldContext, findField, isMap, scalarValue } from './field-values.js';

/** What a value of an answer or record has to be. */
export type Expected =
  | { readonly kind: 'value'; readonly value: MessageValue }
  | { readonly kind: 'symbol'; readonly reference: SymbolReference }
  | { readonly kind: 'anything' }
  | { readonly kind: 'matches'; readonly pattern: RegExp }
  | { readonly kind: 'one-of'; readonly options: readonly Expected[] }
  | { readonly kind: 'struct'; readonly fields: ReadonlyMap<string, Expected> }
  | { readonly kind: 'list'; readonly items: readonly Expected[]; readonly unordered: boolean }
  | { readonly kind: 'containing'; readonly items: readonly Expected[] }
  | { readonly kind: 'lacking'; readonly items: readonly Expected[] }
  | { readonly kind: 'all-of'; readonly parts: readonly Expected[] };

const ANYTHING: Expected = { kind: 'anything' };

/**
 * Strict by default (docs/design.md §5): every field of the version is compared; one that the case does
 * not name must have its schema's default, except those that spec/comparison.yaml leaves free.
 */
export function expectStruct(
  context: FieldContext,
  fields: readonly FieldSchema[],
  data: Readonly<Record<string, unknown>>,
): Expected {
  for (const name of Object.keys(data)) findField(context, fields, name);
  const expected = new Map<string, Expected>();
  for (const field of fields) {
    if (!includesVersion(field.versions, context.version)) continue;
    if (field.name in data) {
      expected.set(
        field.name,
        expectValue(context, field, field.type, data[field.name], field.name),
      );
    } else if (context.comparison.isFree(context.schema.name, field.name)) {
      expected.set(field.name, ANYTHING);
    } else {
      expected.set(field.name, { kind: 'value', value: defaultOf(field, context.version) });
    }
  }
  return { kind: 'struct', fields: expected };
}

function expectValue(
  context: FieldContext,
  field: FieldSchema,
  type: FieldType,
  data: unknown,
  path: string,
): Expected {
  const matcher = readMatcher(context, field, type, data, path);
  if (matcher !== null) return matcher;
  if (data === null) return { kind: 'value', value: nullOf(field, context.version) };
  if (type.kind === 'array') {
    if (!Array.isArray(data)) throw new CaseError(`'${path}' is a list`);
    return {
      kind: 'list',
      unordered: context.comparison.isUnordered(context.schema.name, field.name),
      items: data.map((item, index) =>
        expectValue(context, field, type.element, item, `${path}[${index}]`),
      ),
    };
  }
  if (type.kind === 'struct') {
    if (!isMap(data)) throw new CaseError(`'${path}' is a map of fields`);
    return expectStruct(context, type.fields, data);
  }
  const reference = parseSymbol(data);
  if (reference !== null) {
    // Asked for its effect: an unknown name is the author's mistake even before anything is bound.
    context.vocabulary.symbol(reference.name);
    return { kind: 'symbol', reference };
  }
  return { kind: 'value', value: scalarValue(context, field, data, path) };
}

function readMatcher(
  context: FieldContext,
  field: FieldSchema,
  type: FieldType,
  data: unknown,
  path: string,
): Expected | null {
  if (!isMap(data)) return null;
  const [keyword, ...others] = Object.keys(data);
  if (keyword !== undefined && others.length === 1 && 'containing' in data && 'lacking' in data) {
    const { containing, lacking } = data;
    const parts = [{ containing }, { lacking }].flatMap(
      (part) => readMatcher(context, field, type, part, path) ?? [],
    );
    return { kind: 'all-of', parts };
  }
  if (keyword === undefined || others.length > 0) return null;
  const argument = data[keyword];
  const element = type.kind === 'array' ? type.element : type;
  const each = () => {
    if (!Array.isArray(argument)) throw new CaseError(`'${keyword}' of '${path}' takes a list`);
    return argument.map((item) => expectValue(context, field, element, item, path));
  };
  switch (keyword) {
    case 'anything':
      return ANYTHING;
    case 'matches':
      return { kind: 'matches', pattern: patternOf(argument, path) };
    case 'oneOf': {
      if (!Array.isArray(argument)) throw new CaseError(`'oneOf' of '${path}' takes a list`);
      return {
        kind: 'one-of',
        options: argument.map((item) => expectValue(context, field, type, item, path)),
      };
    }
    case 'containing':
      return { kind: 'containing', items: each() };
    case 'lacking':
      return { kind: 'lacking', items: each() };
    default:
      return null;
  }
}

function patternOf(text: unknown, path: string): RegExp {
  try {
    return new RegExp(String(text));
  } catch {
    throw new CaseError(
      `'matches' of '${path}' takes a regular expression, which '${text}' is not`,
    );
  }
}
