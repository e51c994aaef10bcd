/** What came of measuring the same thing several times. */
export interface Spread {
  readonly median: number;
  /** Lower quartile. */
  readonly low: number;
  /** Upper quartile. */
  readonly high: number;
}

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread;

/** Of what was measured side by side, each pair for itself. */
export function spreadOfRatios(dividends: readonly number[], divisors: readonly number[]): Spread;
