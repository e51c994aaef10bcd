/** One value in which two pieces of data differ. */
export interface ValueDifference {
  /** Path within them, e.g. `levels[0].outcome`. */
  readonly path: string;
  /** As JSON, or `nothing`. */
  readonly left: string;
  readonly right: string;
}

/** In the order of the left one. */
export function differencesBetween(left: unknown, right: unknown, path = ''): ValueDifference[] {
  if (Object.is(left, right)) return [];
  if (!isObject(left) || !isObject(right)) {
    return [{ path, left: textOf(left), right: textOf(right) }];
  }
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.flatMap((name) =>
    differencesBetween(left[name], right[name], pathTo(path, name, right)),
  );
}

function pathTo(path: string, name: string, within: object): string {
  if (Array.isArray(within)) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
