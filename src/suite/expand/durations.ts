import type { Clock, Configuration } from '../../adapter/adapter.js';

/**
 * Named durations (docs/design.md §3), in ms. A case never writes the milliseconds of one configuration:
 * it says `sessionTimeout - ε`, and these say what that is for the implementation at hand.
 */
export interface Durations {
  readonly initialRebalanceDelay: number;
  readonly sessionTimeout: number;
  readonly rebalanceTimeout: number;
  readonly minSessionTimeout: number;
  readonly maxSessionTimeout: number;
  /** How long a member that has never finished a join may stay parked (ADD-01). */
  readonly newMemberJoinTimeout: number;
  /** The least time that the clock can tell apart. */
  readonly ε: number;
}

export type DurationName = keyof Durations;

const NEW_MEMBER_JOIN_TIMEOUT = 300_000;

/** Session timeouts on a real clock are this many ε, so that a late machine is noticed, not blamed. */
const SESSION_TIMEOUT_IN_EPSILON = 10;
const VIRTUAL_SESSION_TIMEOUT = 10_000;

/**
 * Chooses timeouts that the implementation accepts and cases can rely on:
 * 2 × initialRebalanceDelay ≤ sessionTimeout and 2 × sessionTimeout ≤ rebalanceTimeout.
 *
 * @param epsilon least distance, in ms, kept between a checkpoint and a deadline on a real clock
 */
export function chooseDurations(
  configuration: Configuration,
  clock: Clock['kind'],
  epsilon: number,
): Durations {
  const value = (name: string): number => {
    const found = configuration[name];
    if (found === undefined) throw new Error(`spec/config.yaml has no default for ${name}`);
    return found;
  };
  const initialRebalanceDelay = value('group.initial.rebalance.delay.ms');
  const minSessionTimeout = value('group.min.session.timeout.ms');
  const maxSessionTimeout = value('group.max.session.timeout.ms');
  const ε = clock === 'virtual' ? 1 : epsilon;
  const comfortable =
    clock === 'virtual' ? VIRTUAL_SESSION_TIMEOUT : SESSION_TIMEOUT_IN_EPSILON * ε;
  const sessionTimeout = Math.min(
    maxSessionTimeout,
    Math.max(minSessionTimeout, 2 * initialRebalanceDelay, comfortable),
  );
  return {
    initialRebalanceDelay,
    sessionTimeout,
    rebalanceTimeout: 2 * sessionTimeout,
    minSessionTimeout,
    maxSessionTimeout,
    newMemberJoinTimeout: NEW_MEMBER_JOIN_TIMEOUT,
    ε,
  };
}

export class DurationSyntaxError extends Error {}

interface Term {
  readonly sign: 1 | -1;
  readonly factor: number;
  readonly divisor: number;
  readonly name: DurationName | null;
}

const NAMES: Readonly<Record<string, DurationName>> = {
  initialRebalanceDelay: 'initialRebalanceDelay',
  sessionTimeout: 'sessionTimeout',
  rebalanceTimeout: 'rebalanceTimeout',
  minSessionTimeout: 'minSessionTimeout',
  maxSessionTimeout: 'maxSessionTimeout',
  newMemberJoinTimeout: 'newMemberJoinTimeout',
  ε: 'ε',
  epsilon: 'ε',
};

const TERM = /^(?:(\d+)\s*\*\s*)?(\d+|[A-Za-zε]+)(?:\s*\/\s*([1-9]\d*))?$/;

/**
 * Milliseconds of `2 * sessionTimeout - ε` and the like: terms joined by + and -, each a number or
 * a named duration with an optional factor before and divisor behind it.
 * Throws DurationSyntaxError with a sentence for the author.
 */
export function evaluateDuration(expression: string | number, durations: Durations): number {
  if (typeof expression === 'number') return expression;
  const total = termsOf(expression).reduce((sum, term) => {
    const unit = term.name === null ? 1 : durations[term.name];
    return sum + term.sign * Math.floor((term.factor * unit) / term.divisor);
  }, 0);
  return total;
}

/** Kept: sequences and cases say the same few over and over. */
const parsed = new Map<string, readonly Term[]>();

function termsOf(expression: string): readonly Term[] {
  let terms = parsed.get(expression);
  if (terms === undefined) {
    terms = parseDuration(expression);
    parsed.set(expression, terms);
  }
  return terms;
}

export function parseDuration(expression: string): Term[] {
  const parts = expression.trim().split(/\s*([+-])\s*/);
  const terms: Term[] = [];
  let sign: 1 | -1 = 1;
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) {
      sign = part === '-' ? -1 : 1;
      continue;
    }
    if (part === '' && index === 0 && parts.length > 1) continue;
    terms.push(parseTerm(part, sign, expression));
  }
  return terms;
}

function parseTerm(text: string, sign: 1 | -1, expression: string): Term {
  const match = TERM.exec(text);
  if (match === null) {
    throw new DurationSyntaxError(
      `'${expression}' is not a duration; write e.g. 'sessionTimeout - ε' or '2 * initialRebalanceDelay'`,
    );
  }
  const [, factor, unit = '', divisor] = match;
  const number = /^\d+$/.test(unit);
  const name = number ? null : NAMES[unit];
  if (name === undefined) {
    throw new DurationSyntaxError(
      `'${unit}' in '${expression}' is not a duration; known: ${Object.keys(NAMES).join(', ')}`,
    );
  }
  return {
    sign,
    factor: Number(factor ?? 1) * (number ? Number(unit) : 1),
    divisor: Number(divisor ?? 1),
    name,
  };
}
