import type { VersionRange } from '../../spec/version-range.js';

/** `5`, `5-8` or `5+` as a range; an open end is Infinity. Schemas have checked the form. */
export function parseVersions(text: string): VersionRange {
  const [from = '', to] = text.replace(/^v/, '').split('-');
  const min = Number.parseInt(from, 10);
  if (text.endsWith('+')) return { min, max: Number.POSITIVE_INFINITY };
  return { min, max: to === undefined ? min : Number.parseInt(to, 10) };
}

/** Whether a case's version condition, `5`, `5-8`, `v4+`, takes in `version`. */
export function conditionHolds(condition: string, version: number): boolean {
  const range = parseVersions(condition);
  return range.min <= version && version <= range.max;
}

/** Whether a map's keys are version conditions (`v0-3`, `v4+`) rather than fields. */
export function isByVersion(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^v\d+(-\d+|\+)?$/.test(key));
}
