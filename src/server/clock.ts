/** Time of the server in whole ms: the wall clock of its start, and monotonic from there. */
export interface ServerClock {
  now(): number;
  /** How long until `time`, in ms, rounded up; 0 when it has come. */
  until(time: number): number;
}

export function createClock(): ServerClock {
  const offset = Date.now() - performance.now();
  const exact = () => performance.now() + offset;
  return {
    now: () => Math.floor(exact()),
    until: (time) => Math.max(0, Math.ceil(time - exact())),
  };
}
