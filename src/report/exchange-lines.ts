import type { Exchange, Failure, KeptTimer } from '../suite/verdict.js';

const UNANSWERED_NAMED = 6;

const TIMER_NAMES: Readonly<Record<KeptTimer['kind'], string>> = {
  join: 'join timer',
  sync: 'sync timer',
  session: 'session',
  cleanup: 'cleanup',
  write: 'append',
};

/** A moment of a case, to be put in order: a timer that is due comes before what it releases. */
interface Moment {
  readonly step: number;
  readonly at: number;
  readonly text: string;
}

/**
 * What led to a failure, a line each: its last messages, the timers that were due between them, and
 * the requests that have no answer in the end.
 *
 * @param shown so many messages at most
 */
export function exchangeLines({ exchange, omitted, timers }: Failure, shown: number): string[] {
  const hidden = Math.max(0, exchange.length - shown);
  const earlier = hidden + omitted;
  const messages = exchange.slice(hidden).map(momentOf);
  const [first] = messages;
  const due = timers
    .flatMap(dueMoment)
    .filter((one) => first === undefined || earlier === 0 || !isBefore(one, first));
  return [
    ...(earlier > 0 ? [`    … ${earlier} earlier messages`] : []),
    ...inOrder(due, messages).map(({ at, text }) => `    ${String(at).padStart(7)} ms  ${text}`),
    ...unansweredLines(exchange),
  ];
}

function momentOf({ step, at, direction, member, api, version, body }: Exchange): Moment {
  const arrow = direction === 'request' ? '→' : '←';
  return { step, at, text: `${member.padEnd(2)} ${arrow} ${api} v${version}  ${body}` };
}

function dueMoment({ kind, member, end }: KeptTimer): Moment[] {
  if (end?.how !== 'due') return [];
  const of = member === null ? '' : ` of ${member}`;
  return [{ step: end.step, at: end.at, text: `     ${TIMER_NAMES[kind]}${of} is due` }];
}

function inOrder(due: readonly Moment[], messages: readonly Moment[]): Moment[] {
  const waiting = due.toSorted((a, b) => a.step - b.step || a.at - b.at);
  const merged: Moment[] = [];
  for (const message of messages) {
    while (waiting[0] !== undefined && isBefore(waiting[0], message))
      merged.push(...waiting.splice(0, 1));
    merged.push(message);
  }
  return [...merged, ...waiting];
}

function isBefore(timer: Moment, message: Moment): boolean {
  return timer.step < message.step || (timer.step === message.step && timer.at <= message.at);
}

/** What was parked, or should not have been. */
function unansweredLines(exchange: readonly Exchange[]): string[] {
  const answered = new Set(
    exchange.flatMap(({ direction, request }) => (direction === 'answer' ? [request] : [])),
  );
  const open = exchange.filter(
    ({ direction, request }) => direction === 'request' && !answered.has(request),
  );
  if (open.length === 0) return [];
  const named = open.slice(0, UNANSWERED_NAMED).map(({ member, api }) => `${api} of ${member}`);
  const more = open.length > UNANSWERED_NAMED ? `, and ${open.length - UNANSWERED_NAMED} more` : '';
  return [`    not answered by then: ${named.join(', ')}${more}`];
}
