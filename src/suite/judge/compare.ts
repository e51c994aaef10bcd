import { isBody, type MessageValue } from '../../protocol/message-body.js';
import { sameBytes } from '../../protocol/same-bytes.js';
import { addOffset } from '../cases/vocabulary.js';
import { countEntries } from '../run/render.js';
import type { Symbols } from '../run/symbols.js';
import type { Difference } from '../verdict.js';
import type { Expected } from './expected.js';
import { isMap } from './field-values.js';

/** Renders values for people: symbols for ids, local group names, text for bytes. */
export type Render = (value: MessageValue | undefined) => string;

export interface CompareContext {
  readonly symbols: Symbols;
  readonly render: Render;
  /** What a value of this field comes down to in every run and at every version. */
  readonly gist: (value: MessageValue, field: string) => string;
}

/**
 * All differences between what is expected and what came, each at its field path. Unbound symbols
 * are bound on the way.
 */
export function compare(
  context: CompareContext,
  expected: Expected,
  actual: MessageValue | undefined,
  path = '',
): Difference[] {
  switch (expected.kind) {
    case 'anything':
      return [];
    case 'value':
      return sameValue(expected.value, actual) ? [] : [differ(context, path, expected, actual)];
    case 'symbol':
      return compareSymbol(context, expected, actual, path);
    case 'matches':
      return typeof actual === 'string' && expected.pattern.test(actual)
        ? []
        : [withoutNumbers(differ(context, path, expected, actual))];
    case 'one-of':
      return compareOneOf(context, expected, actual, path);
    case 'struct':
      return compareStruct(context, expected, actual, path);
    case 'list':
      return compareList(context, expected, actual, path);
    case 'all-of':
      return expected.parts.flatMap((part) => compare(context, part, actual, path));
    case 'containing':
    case 'lacking':
      return comparePresence(context, expected, actual, path);
  }
}

function compareSymbol(
  context: CompareContext,
  expected: Extract<Expected, { kind: 'symbol' }>,
  actual: MessageValue | undefined,
  path: string,
): Difference[] {
  const { reference } = expected;
  const bound = context.symbols.get(reference.name);
  if (bound !== undefined) {
    return sameValue(addOffset(bound, reference), actual)
      ? []
      : [differ(context, path, expected, actual)];
  }
  if (actual === undefined || actual === null || actual === '') {
    return [{ path, expected: `an id for ${reference.name}`, actual: context.render(actual) }];
  }
  const owner = context.symbols.nameOf(actual);
  if (owner !== undefined) {
    return [{ path, expected: `a new id for ${reference.name}`, actual: `the id of ${owner}` }];
  }
  context.symbols.bind(reference.name, actual);
  return [];
}

function compareOneOf(
  context: CompareContext,
  expected: Extract<Expected, { kind: 'one-of' }>,
  actual: MessageValue | undefined,
  path: string,
): Difference[] {
  for (const option of expected.options) {
    const symbols = context.symbols.fork();
    if (compare({ ...context, symbols }, option, actual, path).length === 0) {
      context.symbols.adopt(symbols);
      return [];
    }
  }
  return [differ(context, path, expected, actual)];
}

function compareStruct(
  context: CompareContext,
  expected: Extract<Expected, { kind: 'struct' }>,
  actual: MessageValue | undefined,
  path: string,
): Difference[] {
  if (!isBody(actual)) return [differ(context, path, expected, actual)];
  const differences: Difference[] = [];
  for (const [name, value] of expected.fields) {
    const field = path === '' ? name : `${path}.${name}`;
    differences.push(...compare(context, value, actual[name], field));
  }
  for (const name of Object.keys(actual)) {
    if (expected.fields.has(name)) continue;
    const field = path === '' ? name : `${path}.${name}`;
    differences.push({
      path: field,
      expected: 'no such field',
      actual: context.render(actual[name]),
    });
  }
  return differences;
}

function compareList(
  context: CompareContext,
  expected: Extract<Expected, { kind: 'list' }>,
  actual: MessageValue | undefined,
  path: string,
): Difference[] {
  if (!Array.isArray(actual)) return [differ(context, path, expected, actual)];
  const items: readonly MessageValue[] = actual;
  if (items.length !== expected.items.length) {
    return [
      {
        path,
        expected: `${countEntries(expected.items.length)}: ${describeExpected(context, expected)}`,
        actual: `${countEntries(items.length)}: ${context.render(items)}`,
        gist: countEntries(items.length),
      },
    ];
  }
  if (!expected.unordered) {
    return expected.items.flatMap((item, index) =>
      compare(context, item, items[index], `${path}[${index}]`),
    );
  }
  return compareUnordered(context, expected.items, items, path);
}

/** Pairs each expected item with the actual one nearest to it; lists here are a few items long. */
function compareUnordered(
  context: CompareContext,
  expected: readonly Expected[],
  actual: readonly MessageValue[],
  path: string,
): Difference[] {
  const differences: Difference[] = [];
  const left = new Set(actual.keys());
  for (const item of expected) {
    let nearest: { index: number; found: Difference[]; symbols: Symbols } | undefined;
    for (const index of left) {
      const symbols = context.symbols.fork();
      const found = compare({ ...context, symbols }, item, actual[index], `${path}[${index}]`);
      if (nearest === undefined || found.length < nearest.found.length) {
        nearest = { index, found, symbols };
      }
    }
    if (nearest === undefined) continue;
    left.delete(nearest.index);
    if (nearest.found.length === 0) context.symbols.adopt(nearest.symbols);
    differences.push(...nearest.found);
  }
  return differences;
}

function comparePresence(
  context: CompareContext,
  expected: Extract<Expected, { kind: 'containing' | 'lacking' }>,
  actual: MessageValue | undefined,
  path: string,
): Difference[] {
  if (!Array.isArray(actual)) return [differ(context, path, expected, actual)];
  const items: readonly MessageValue[] = actual;
  const differences: Difference[] = [];
  for (const wanted of expected.items) {
    const present = items.some(
      (item) => compare({ ...context, symbols: context.symbols.fork() }, wanted, item).length === 0,
    );
    if (present === (expected.kind === 'containing')) continue;
    const text = describeExpected(context, wanted);
    differences.push(
      present
        ? { path, expected: `no ${text}`, actual: 'it is there' }
        : { path, expected: `among others ${text}`, actual: 'it is not there' },
    );
  }
  return differences;
}

function differ(
  context: CompareContext,
  path: string,
  expected: Expected,
  actual: MessageValue | undefined,
): Difference {
  return {
    path,
    expected: describeExpected(context, expected),
    ...describeValue(context, actual, path),
  };
}

function describeValue(
  context: CompareContext,
  value: MessageValue | undefined,
  path: string,
): Pick<Difference, 'actual' | 'gist'> {
  if (value === undefined) return { actual: 'absent' };
  const actual = context.render(value);
  const gist = context.gist(value, lastField(path));
  return gist === actual ? { actual } : { actual, gist };
}

/** Text that the implementation makes up may hold ports and counters, which differ every run. */
function withoutNumbers(difference: Difference): Difference {
  const { actual, gist = actual } = difference;
  return { ...difference, gist: gist.replaceAll(/\d+/g, '#') };
}

/** `members[0].memberId` → `memberId` */
function lastField(path: string): string {
  return path.replace(/^.*\./, '').replaceAll(/\[\d+\]/g, '');
}

/** What was expected, in the words of the case. */
export function describeExpected(context: CompareContext, expected: Expected): string {
  const each = (items: readonly Expected[]) =>
    items.map((item) => describeExpected(context, item)).join(', ');
  switch (expected.kind) {
    case 'anything':
      return 'anything';
    case 'value':
      return context.render(expected.value);
    case 'symbol': {
      const { name, offset } = expected.reference;
      const bound = context.symbols.get(name);
      const text =
        offset === 0 ? `$${name}` : `$${name} ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}`;
      return typeof bound === 'number' || typeof bound === 'bigint'
        ? `${addOffset(bound, expected.reference)} (${text})`
        : text;
    }
    case 'matches':
      return `text that matches ${expected.pattern}`;
    case 'one-of':
      return `one of ${each(expected.options)}`;
    case 'struct':
      return `{ ${[...expected.fields]
        .filter(([, value]) => value.kind !== 'anything')
        .map(([name, value]) => `${name}: ${describeExpected(context, value)}`)
        .join(', ')} }`;
    case 'list':
      return `[${each(expected.items)}]`;
    case 'all-of':
      return expected.parts.map((part) => describeExpected(context, part)).join(' and ');
    case 'containing':
      return `a list with ${each(expected.items)}`;
    case 'lacking':
      return `a list without ${each(expected.items)}`;
  }
}

/** Null, empty and absent differ; bytes are compared byte for byte. */
function sameValue(expected: MessageValue, actual: MessageValue | undefined): boolean {
  if (expected instanceof Uint8Array) {
    return actual instanceof Uint8Array && sameBytes(expected, actual);
  }
  if (Array.isArray(expected)) {
    const items: readonly MessageValue[] = expected;
    return (
      Array.isArray(actual) &&
      items.length === actual.length &&
      items.every((item, index) => sameValue(item, actual[index]))
    );
  }
  if (isMap(expected)) {
    if (!isMap(actual)) return false;
    const names = Object.keys(expected);
    return (
      names.length === Object.keys(actual).length &&
      names.every((name) =>
        sameValue(expected[name] as MessageValue, actual[name] as MessageValue | undefined),
      )
    );
  }
  return expected === actual;
}
