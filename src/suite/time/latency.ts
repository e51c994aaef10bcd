/** How long an implementation has taken lately for answers that were due, over all sessions. */
export interface Latency {
  /** @param ms from when the answer was due until it was there */
  note(ms: number): void;
  /** The longest of late, in ms; what is long past counts for less and less. */
  readonly recent: number;
}

/** What is left of an earlier answer's weight with each that comes after it: half after 700. */
const FADING = 0.999;

export function createLatency(): Latency {
  let recent = 0;
  return {
    note(ms) {
      recent = Math.max(ms, recent * FADING);
    },
    get recent() {
      return recent;
    },
  };
}
