/** Both ends included. */
export interface VersionRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Reads `2`, `0-3` or `5+`; an open end closes at the last version of `within`. Undefined when the
 * text is not a range, is empty (`3-1`), or reaches outside `within`.
 */
export function parseVersionRange(
  text: string | number,
  within: VersionRange,
): VersionRange | undefined {
  const match = /^(\d+)(\+|-(\d+))?$/.exec(String(text));
  if (match === null) return undefined;
  const min = Number(match[1]);
  const max = match[2] === '+' ? within.max : Number(match[3] ?? match[1]);
  return min <= max && min >= within.min && max <= within.max ? { min, max } : undefined;
}

export function includesVersion(range: VersionRange | null, version: number): boolean {
  return range !== null && version >= range.min && version <= range.max;
}

/** Null when they have no version in common. */
export function intersection(one: VersionRange, other: VersionRange): VersionRange | null {
  const range = { min: Math.max(one.min, other.min), max: Math.min(one.max, other.max) };
  return range.min <= range.max ? range : null;
}

export function formatVersionRange(range: VersionRange): string {
  return range.min === range.max ? `${range.min}` : `${range.min}-${range.max}`;
}
