import type { Configuration } from '../../adapter/adapter.js';
import { type Durations, evaluateDuration } from '../../suite/expand/durations.js';
import type { AdvanceMove } from '../sequence.js';

/** One run of a sequence: its durations and settings, and how far an advance went in it. */
export interface TimedRun {
  readonly durations: Durations;
  readonly configuration: Configuration;
  readonly ms: number;
}

/** An advance in the words of a case. */
export interface SaidTime {
  readonly duration: string | number;
  /** A setting whose very value it says, so that the case has to be about it. */
  readonly setting?: string;
}

/** Settings that are times without a name in cases, which say their milliseconds. */
const UNNAMED_TIMES = ['offsets.commit.timeout.ms', 'offsets.retention.check.interval.ms'] as const;

/**
 * The simplest expression that is as long as the advance was in every run. The runs have different
 * durations, so what fits all of them is what was meant. Null where nothing fits.
 */
export function sayTime(by: AdvanceMove['by'], runs: readonly TimedRun[]): SaidTime | null {
  if ('duration' in by) {
    const text = by.duration;
    return { duration: /^\d+$/.test(text) ? Number(text) : text };
  }
  let best: { readonly cost: number; readonly said: SaidTime } | null = null;
  for (const shape of SHAPES) {
    if (best !== null && shape.cost >= best.cost) break;
    const said = fit(shape, runs);
    if (said !== null) best = { cost: shape.cost, said };
  }
  return best?.said ?? null;
}

/** A combination of named durations, without the ε that are then added to it. */
interface Shape {
  /** In halves. */
  readonly delays: number;
  readonly sessions: number;
  readonly newMembers: number;
  readonly setting: (typeof UNNAMED_TIMES)[number] | null;
  readonly cost: number;
}

const SHAPES: readonly Shape[] = shapes();

/** More ε than this are a time of their own. */
const MOST_EPSILON = 4;

function shapes(): Shape[] {
  const all: Shape[] = [];
  for (let delays = -6; delays <= 8; delays++) {
    for (let sessions = -6; sessions <= 10; sessions++) {
      for (const newMembers of [0, 1, 2, -1]) {
        for (const setting of [null, ...UNNAMED_TIMES]) {
          const cost =
            costOf(delays) +
            costOf(sessions % 4 === 0 ? sessions / 2 : sessions) +
            2 * Math.abs(newMembers) +
            (setting === null ? 0 : 3);
          all.push({ delays, sessions, newMembers, setting, cost });
        }
      }
    }
  }
  return all.sort((one, other) => one.cost - other.cost);
}

/** Halves and negative terms are harder to read than whole ones. */
function costOf(halves: number): number {
  const size = Math.abs(halves) / 2;
  return (Number.isInteger(size) ? size : size + 2) + (halves < 0 ? 0.5 : 0);
}

function fit(shape: Shape, runs: readonly TimedRun[]): SaidTime | null {
  const { setting } = shape;
  let extra: number | null = null;
  for (const { durations, configuration, ms } of runs) {
    const literal = setting === null ? 0 : (configuration[setting] ?? 0);
    const base =
      literal +
      half(shape.delays, durations.initialRebalanceDelay) +
      half(shape.sessions, durations.sessionTimeout) +
      shape.newMembers * durations.newMemberJoinTimeout;
    const rest = (ms - base) / durations.ε;
    if (extra !== null && rest !== extra) return null;
    extra = rest;
  }
  if (extra === null || !Number.isInteger(extra) || Math.abs(extra) > MOST_EPSILON) return null;
  const [first] = runs;
  if (first === undefined) return null;
  const literal = setting === null ? 0 : (first.configuration[setting] ?? 0);
  const duration = text(shape, literal, extra);
  if (duration === '' || runs.some((run) => !isAsLong(duration, setting, run, literal)))
    return null;
  const plain = /^\d+$/.test(duration) ? Number(duration) : duration;
  return setting === null ? { duration: plain } : { duration: plain, setting };
}

function isAsLong(
  duration: string,
  setting: string | null,
  { durations, configuration, ms }: TimedRun,
  literal: number,
): boolean {
  const other = setting === null ? 0 : (configuration[setting] ?? 0) - literal;
  return evaluateDuration(duration, durations) + other === ms;
}

/** As the kit evaluates them: the parts of a fraction are dropped. */
function half(halves: number, ms: number): number {
  return halves < 0 ? -half(-halves, ms) : Math.floor((halves * ms) / 2);
}

function text({ delays, sessions, newMembers }: Shape, literal: number, epsilon: number): string {
  const terms: (readonly [number, string])[] = [
    [literal === 0 ? 0 : 2, `${literal}`],
    [2 * newMembers, 'newMemberJoinTimeout'],
    sessions % 4 === 0 ? [sessions / 2, 'rebalanceTimeout'] : [sessions, 'sessionTimeout'],
    [delays, 'initialRebalanceDelay'],
    [2 * epsilon, 'ε'],
  ];
  const said = terms.filter(([halves]) => halves !== 0);
  said.sort(([one], [other]) => Number(other > 0) - Number(one > 0));
  return said
    .map(([halves, name], index) => {
      const size = Math.abs(halves);
      const factor = size % 2 === 0 ? size / 2 : size;
      const term = `${factor === 1 ? '' : `${factor} * `}${name}${size % 2 === 0 ? '' : ' / 2'}`;
      if (index === 0) return halves < 0 ? `- ${term}` : term;
      return `${halves < 0 ? '-' : '+'} ${term}`;
    })
    .join(' ');
}
