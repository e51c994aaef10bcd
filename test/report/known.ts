import type { Deviation } from '../../src/deviations/deviation.js';
import type { DeviationProblem, JudgedDeviations } from '../../src/deviations/judge-deviations.js';

/** What a file of known deviations has said of results. */
export function judged(
  known: readonly string[],
  problems: readonly DeviationProblem[] = [],
  changes: Partial<Deviation> = {},
  undecided: readonly string[] = [],
): JudgedDeviations {
  const deviation: Deviation = {
    title: 'It is late',
    rules: ['HB-00'],
    reason: 'It sleeps first',
    link: null,
    expires: null,
    sometimes: false,
    pins: [],
    problem: (message) => ({ file: 'known.yaml', line: 2, column: 5, message }),
    ...changes,
  };
  return {
    file: 'known.yaml',
    known: new Map(known.map((id) => [id, deviation])),
    undecided: new Map(undecided.map((id) => [id, deviation])),
    problems,
    unchecked: 0,
  };
}

export const STALE: DeviationProblem = {
  kind: 'stale',
  file: 'known.yaml',
  line: 7,
  column: 11,
  message: 'heartbeat/x passes by now',
};
