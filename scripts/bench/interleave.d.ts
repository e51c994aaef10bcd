/** Measures all sides in turn, round after round; those of the warm-up do not count. */
export function interleave<Name extends string>(
  sides: Readonly<Record<Name, () => number | Promise<number>>>,
  options: { readonly rounds: number; readonly warmUp: number },
): Promise<Record<Name, number[]>>;

/** Milliseconds that some work takes. */
export function timed(work: () => unknown): number;

export function repeat(times: number, work: () => unknown): void;
