import { isNoneOf, linesOf, madeOf } from '../../protocol/made-functions.js';
import {
  isBody,
  isList,
  type MessageBody,
  type MessageValue,
} from '../../protocol/message-body.js';
import { sameBytes } from '../../protocol/same-bytes.js';
import type { Comparison } from '../../spec/comparison.js';
import type { FieldSchema, FieldType, MessageSchema } from '../../spec/message-schema.js';
import { includesVersion } from '../../spec/version-range.js';
import type { Identities } from './identities.js';
import type { SameTimes } from './same-times.js';

/** Told of every difference when somebody wants to know them; values as they are. */
export type OnDifference = (
  path: string,
  expected: MessageValue | undefined,
  actual: MessageValue | undefined,
) => void;

export interface CompareContext {
  readonly identities: Identities;
  /** A group id of the model in the form in which the implementation has it. */
  readonly groupId: (local: string) => string;
  /** How moments that are written down are compared; null where they are not. */
  readonly sameTimes: SameTimes | null;
}

/**
 * Whether the implementation's value means the model's. Stops at the first difference unless there
 * is somebody to tell of them all.
 */
type Comparer = (
  context: CompareContext,
  expected: MessageValue | undefined,
  actual: MessageValue | undefined,
  path: string,
  onDifference: OnDifference | null,
) => boolean;

/**
 * Compares messages of one schema and version. `expected` is in complete form; fields of other
 * versions are not looked at. Written once per version and kept, since every step of every
 * sequence goes through it.
 */
export type MessageComparer = (
  context: CompareContext,
  expected: MessageBody,
  actual: MessageBody,
  onDifference?: OnDifference,
) => boolean;

export function createMessageComparer(
  schema: MessageSchema,
  version: number,
  comparison: Comparison,
): MessageComparer {
  const compare = structComparer(schema, schema.fields, version, comparison);
  return (context, expected, actual, onDifference) =>
    compare(context, expected, actual, '', onDifference ?? null);
}

interface ComparedField {
  readonly name: string;
  /** Whether null is expected as the empty text. */
  readonly orEmpty: boolean;
  readonly compare: Comparer;
}

function structComparer(
  schema: MessageSchema,
  fields: readonly FieldSchema[],
  version: number,
  comparison: Comparison,
): Comparer {
  const present = fields.filter((field) => includesVersion(field.versions, version));
  const names = present.map(({ name }) => name);
  const compared = present
    .filter(({ name }) => !comparison.isFree(schema.name, name) || isMoment(name))
    .map((field) => ({
      name: field.name,
      // WIRE-02: what the version cannot say is empty.
      orEmpty: field.default === null && !includesVersion(field.nullable, version),
      compare: fieldComparer(schema, field, version, comparison),
    }));
  return madeOf(source(names, compared), { fields: compared, isBody, different, placeOf });
}

function source(names: readonly string[], fields: readonly ComparedField[]): string {
  return `'use strict';
const { fields, isBody, different, placeOf } = parts;
${linesOf(fields, (_, index) => `const { compare: compare${index} } = fields[${index}];`)}
return (context, expected, actual, path, onDifference) => {
  if (expected === null && actual === null) return true;
  if (!isBody(expected) || !isBody(actual)) return different(path, expected, actual, onDifference);
  let same = true, wanted, found;
  ${linesOf(fields, comparing)}
  for (const name in actual) if (${isNoneOf(names)}) {
    if (onDifference === null) return false;
    same = different(placeOf(path, name), undefined, actual[name], onDifference);
  }
  return same;
};`;
}

function comparing({ name, orEmpty, compare }: ComparedField, index: number): string {
  const text = JSON.stringify(name);
  const empty = orEmpty ? `if (wanted === null) wanted = '';` : '';
  const at = `onDifference === null ? '' : placeOf(path, ${text})`;
  const alike = compare === compareScalar ? 'wanted === found || ' : '';
  return `wanted = expected[${text}]; found = actual[${text}]; ${empty}
  if (!(${alike}compare${index}(context, wanted, found, ${at}, onDifference))) {
    if (onDifference === null) return false;
    same = false;
  }`;
}

function placeOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function fieldComparer(
  schema: MessageSchema,
  field: FieldSchema,
  version: number,
  comparison: Comparison,
): Comparer {
  if (isMoment(field.name)) return compareMoment;
  if (comparison.isGroupId(schema.name, field.name)) return forEach(field.type, compareGroupId);
  return typeComparer(schema, field, field.type, version, comparison);
}

function typeComparer(
  schema: MessageSchema,
  field: FieldSchema,
  type: FieldType,
  version: number,
  comparison: Comparison,
): Comparer {
  switch (type.kind) {
    case 'struct':
      return structComparer(schema, type.fields, version, comparison);
    case 'array': {
      const element = typeComparer(schema, field, type.element, version, comparison);
      return comparison.isUnordered(schema.name, field.name)
        ? unorderedComparer(element)
        : orderedComparer(element);
    }
    case 'scalar':
      if (type.scalar === 'bytes') return compareBytes;
      return type.scalar === 'string' ? compareText : compareScalar;
  }
}

function forEach(type: FieldType, compare: Comparer): Comparer {
  return type.kind === 'array' ? orderedComparer(compare) : compare;
}

const compareScalar: Comparer = (_context, expected, actual, path, onDifference) =>
  expected === actual || different(path, expected, actual, onDifference);

const compareText: Comparer = ({ identities }, expected, actual, path, onDifference) => {
  if (typeof expected !== 'string') {
    return expected === actual || different(path, expected, actual, onDifference);
  }
  return identities.same(expected, actual) || different(path, expected, actual, onDifference);
};

const compareGroupId: Comparer = ({ groupId }, expected, actual, path, onDifference) =>
  (typeof expected === 'string' ? groupId(expected) : expected) === actual ||
  different(path, expected, actual, onDifference);

/** The one field that says when something happened, in ms. */
function isMoment(name: string): boolean {
  return name === 'currentStateTimestamp';
}

const compareMoment: Comparer = ({ sameTimes }, expected, actual, path, onDifference) =>
  sameTimes === null ||
  sameTimes(expected, actual) ||
  different(path, expected, actual, onDifference);

const compareBytes: Comparer = (_context, expected, actual, path, onDifference) => {
  if (expected === actual) return true;
  const areBytes = expected instanceof Uint8Array && actual instanceof Uint8Array;
  if (areBytes && sameBytes(expected, actual)) return true;
  return different(path, expected, actual, onDifference);
};

function orderedComparer(element: Comparer): Comparer {
  return (context, expected, actual, path, onDifference) => {
    if (expected === null && actual === null) return true;
    if (!isList(expected) || !isList(actual) || expected.length !== actual.length) {
      return different(path, expected, actual, onDifference);
    }
    let same = true;
    for (let index = 0; index < expected.length; index++) {
      const at = onDifference === null ? '' : `${path}[${index}]`;
      if (element(context, expected[index], actual[index], at, onDifference)) continue;
      if (onDifference === null) return false;
      same = false;
    }
    return same;
  };
}

/** Mostly the order is the same after all; else each finds the first partner that fits. */
function unorderedComparer(element: Comparer): Comparer {
  const inOrder = orderedComparer(element);
  return (context, expected, actual, path, onDifference) => {
    const { identities } = context;
    const mark = identities.mark();
    if (inOrder(context, expected, actual, '', null)) return onlyIfCertain(identities, mark);
    identities.forget(mark);
    if (!isList(expected) || !isList(actual) || expected.length !== actual.length) {
      return different(path, expected, actual, onDifference);
    }
    const left = new Set(actual.keys());
    const lonely: number[] = [];
    for (const [index, wanted] of expected.entries()) {
      const partner = findPartner(context, element, wanted, actual, left);
      if (partner === undefined) lonely.push(index);
      else left.delete(partner);
    }
    if (lonely.length === 0) return onlyIfCertain(identities, mark);
    if (onDifference !== null) {
      const unpaired = [...left];
      for (const [position, index] of lonely.entries()) {
        const other = unpaired[position] ?? index;
        element(context, expected[index], actual[other], `${path}[${other}]`, onDifference);
      }
    }
    return false;
  };
}

/**
 * Two members that nobody has been told the ids of may look the same: then a list does not tell
 * which is which, and what it seemed to tell is forgotten.
 */
function onlyIfCertain(identities: Identities, mark: number): true {
  if (identities.mark() - mark > 1) identities.forget(mark);
  return true;
}

function findPartner(
  context: CompareContext,
  element: Comparer,
  wanted: MessageValue | undefined,
  actual: readonly MessageValue[],
  left: ReadonlySet<number>,
): number | undefined {
  const { identities } = context;
  for (const candidate of left) {
    const mark = identities.mark();
    if (element(context, wanted, actual[candidate], '', null)) return candidate;
    identities.forget(mark);
  }
  return undefined;
}

function different(
  path: string,
  expected: MessageValue | undefined,
  actual: MessageValue | undefined,
  onDifference: OnDifference | null,
): false {
  onDifference?.(path, expected, actual);
  return false;
}
