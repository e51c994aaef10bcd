export interface ForecastOptions {
  /** Parts at once. */
  readonly jobs: number;
  /** Of those that are tried once more, at once. */
  readonly calmJobs: number;
  /** In ms. */
  readonly now: () => number;
}

/** One thing to do. */
export interface Part {
  readonly id: string;
  /** How long it takes by itself, in ms, as far as that is known; else 0. */
  readonly length: number;
}

/** Says how long it will take until all parts are done. */
export interface Forecast {
  /** These begin in their order, when all that was planned before has ended. */
  plan(parts: readonly Part[]): void;
  begin(id: string): void;
  end(id: string): void;
  /** It has ended to be tried once more after the others. */
  putOff(id: string): void;
  /** In ms, 0 at the least; null as long as neither lengths nor experience tell anything. */
  left(): number | null;
}

type PlannedPart = Part & {
  readonly stage: number;
  state: 'waiting' | 'put off' | { readonly began: number };
};

/**
 * Plays through what is still to do: whoever is free takes the next part. A part is expected to take
 * its own length, and beyond it what the parts that have ended took on average beyond theirs.
 */
export function createForecast({ jobs, calmJobs, now }: ForecastOptions): Forecast {
  /** Those that have ended are gone. */
  const parts = new Map<string, PlannedPart>();
  let stages = 0;
  const ended = { count: 0, beyond: 0 };

  function stop(id: string): PlannedPart | undefined {
    const part = parts.get(id);
    if (part === undefined || typeof part.state === 'string') return undefined;
    ended.count++;
    ended.beyond += now() - part.state.began - part.length;
    return part;
  }

  return {
    plan(planned) {
      for (const part of planned) parts.set(part.id, { ...part, stage: stages, state: 'waiting' });
      stages++;
    },
    begin(id) {
      const part = parts.get(id);
      if (part !== undefined) part.state = { began: now() };
    },
    end(id) {
      stop(id);
      parts.delete(id);
    },
    putOff(id) {
      const part = stop(id);
      if (part !== undefined) part.state = 'put off';
    },
    left() {
      const all = [...parts.values()];
      if (ended.count === 0 && all.every(({ length }) => length === 0)) return null;
      const beyond = ended.count === 0 ? 0 : Math.max(0, ended.beyond / ended.count);
      const lengthOf = ({ length, state }: PlannedPart) =>
        Math.max(0, length + beyond - (typeof state === 'string' ? 0 : now() - state.began));
      let from = 0;
      for (let stage = 0; stage < stages; stage++) {
        const own = all.filter((part) => part.stage === stage);
        const underWay = own.filter(({ state }) => typeof state !== 'string').map(lengthOf);
        const waiting = own.filter(({ state }) => state === 'waiting').map(lengthOf);
        const putOff = own.filter(({ state }) => state === 'put off').map(lengthOf);
        from = lastEnd(from, [...underWay, ...waiting], jobs);
        from = lastEnd(from, putOff, calmJobs);
      }
      return from;
    },
  };
}

/** When the last of these has ended, so many at once, in this order. */
function lastEnd(from: number, lengths: readonly number[], jobs: number): number {
  const ends = Array.from({ length: Math.min(jobs, lengths.length) }, () => from);
  for (const length of lengths) {
    const free = ends.indexOf(Math.min(...ends));
    ends[free] = (ends[free] ?? from) + length;
  }
  return Math.max(from, ...ends);
}
