import { API_NAMES } from '../../protocol/apis.js';
import type { Failure } from '../../suite/verdict.js';

/** What an implementation gets wrong, in a form that two cases can have in common. */
export interface Symptom {
  /** API of the answer, or `records`. */
  readonly api: string;
  /** Path of the field without places in lists; empty for the answer as a whole. */
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
}

/** The first difference of a failed case; null for a failure that is none, e.g. a cut connection. */
export function symptomOf({ differences, exchange }: Failure): Symptom | null {
  const [first] = differences;
  if (first === undefined) return null;
  const [, handle = '', place = ''] = /^(?:([\w-]+): )?(.*)$/.exec(first.path) ?? [];
  const whole = API_NAMES.find((api) => api === place);
  const answer =
    exchange.findLast(({ direction, member }) => direction === 'answer' && member === handle) ??
    exchange.findLast(({ direction }) => direction === 'answer');
  const isRecord = handle === '' && first.path.startsWith('records');
  return {
    api: isRecord ? 'records' : (whole ?? answer?.api ?? ''),
    field: whole === undefined ? place.replaceAll(/\[\d+\]/g, '[]') : '',
    expected: kindOf(first.expected),
    actual: kindOf(first.actual),
  };
}

export function isSameSymptom(one: Symptom, other: Symptom): boolean {
  return (['api', 'field', 'expected', 'actual'] as const).every(
    (part) => one[part] === other[part],
  );
}

/** Errors, states and silence are what they are; ids, numbers and texts are only that. */
function kindOf(text: string): string {
  const error = /\b[A-Z]+(?:_[A-Z]+)+\b|\bNONE\b/.exec(text);
  if (error !== null) return error[0];
  if (/^no answer/.test(text)) return 'no answer';
  if (/^(Empty|Stable|Dead|PreparingRebalance|CompletingRebalance)$/.test(text)) return text;
  if (/^\$|\bid\b/.test(text)) return 'an id';
  if (/^-?\d+/.test(text)) return 'a number';
  if (/^(null|absent|true|false|no such field)$/.test(text)) return text;
  return 'a value';
}
