import { closest } from 'fastest-levenshtein';
import { API_NAMES, type ApiName } from '../protocol/apis.js';
import type { Problem } from '../spec/problem.js';
import { formatVersionRange, parseVersionRange, type VersionRange } from '../spec/version-range.js';
import { caseMatcher } from '../suite/cases/select-cases.js';
import type { Place, PlaceStep } from './deviation.js';

/** Versions travel as int16. */
const ALL_VERSIONS: VersionRange = { min: 0, max: 32_767 };

const FORM = 'write CASE, or CASE@Api.v0-3 for some versions of the API that the case sweeps';

/**
 * `heartbeat/unknown-group@Heartbeat.v0-3,5`, a directory or a glob in the place of the case. A
 * sentence says what is wrong with it.
 */
export function parsePlace(
  text: string,
  step: string,
  problem: (message: string) => Problem,
): Place | string {
  const [pattern = '', tail, ...more] = text.split('@');
  if (pattern === '' || more.length > 0) return `'${text}' names no results; ${FORM}`;
  const swept = tail === undefined ? null : parseSwept(text, tail);
  if (typeof swept === 'string') return swept;
  return { text, matchesCase: caseMatcher(pattern), swept, step: parseStep(step), problem };
}

function parseSwept(text: string, tail: string): Place['swept'] | string {
  const [name = '', versionsText] = tail.split('.v', 2);
  if (versionsText === undefined) return `'${text}' names no versions; ${FORM}`;
  const api = API_NAMES.find((one) => one === name);
  if (api === undefined) {
    return `the kit speaks no API '${name}'; did you mean ${closest(name, [...API_NAMES])}?`;
  }
  const versions = versionsText
    .split(',')
    .map((one) => (one.endsWith('+') ? undefined : parseVersionRange(one, ALL_VERSIONS)));
  const known = versions.filter((range) => range !== undefined);
  if (known.length < versions.length) return `'v${versionsText}' are no versions; ${FORM}`;
  return { api, versions: known };
}

function parseStep(text: string): PlaceStep {
  if (text === 'any step') return null;
  return text === 'opening' ? 'opening' : Number(text.replace('step ', ''));
}

/** Results of one case as `parsePlace` reads them. */
export function formatPlace(
  caseId: string,
  api: ApiName | null,
  versions: readonly number[],
): string {
  if (api === null) return caseId;
  return `${caseId}@${api}.v${rangesOf(versions).map(formatVersionRange).join(',')}`;
}

/** Versions in ascending order, neighbours taken together. */
function rangesOf(versions: readonly number[]): VersionRange[] {
  const ranges: VersionRange[] = [];
  for (const version of versions.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.max + 1 === version) {
      ranges[ranges.length - 1] = { min: last.min, max: version };
    } else {
      ranges.push({ min: version, max: version });
    }
  }
  return ranges;
}

export function formatStep(step: PlaceStep): string {
  if (step === null) return 'any step';
  return step === 'opening' ? step : `step ${step}`;
}
