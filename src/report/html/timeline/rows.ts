import type {
  BegunStep,
  Difference,
  Exchange,
  Failure,
  KeptTimer,
} from '../../../suite/verdict.js';
import { groupedBy } from '../../grouped.js';

/** What a drawing shows, from top to bottom. */
export type Row =
  | {
      readonly kind: 'step';
      readonly step: number;
      /** Its number in the case; null in an opening. */
      readonly number: number | null;
      readonly text: string;
      /** By which the clock goes on in it, in ms; null where it is not moved. */
      readonly advance: number | null;
      readonly differs: boolean;
      readonly at: number;
    }
  | {
      readonly kind: 'message';
      readonly step: number;
      readonly message: Exchange;
      readonly differs: boolean;
      /** Of an answer: how long its request was parked, in ms; null where it was not. */
      readonly parkedFor: number | null;
      readonly at: number;
    }
  | { readonly kind: 'due'; readonly step: number; readonly text: string; readonly at: number }
  /** Room to tell of a timer that is set. */
  | { readonly kind: 'set'; readonly step: number; readonly at: number }
  /** An answer that should have come and did not. */
  | {
      readonly kind: 'missing';
      readonly step: number;
      readonly request: Exchange;
      readonly at: number;
    }
  | {
      readonly kind: 'note';
      readonly step: number;
      readonly heading: string;
      readonly lines: readonly string[];
      readonly at: number;
    }
  | {
      readonly kind: 'left-out';
      readonly step: number;
      readonly text: string;
      readonly at: number;
    };

export interface Told extends Pick<Failure, 'steps' | 'exchange' | 'omitted' | 'timers'> {
  readonly differences: readonly Difference[];
  readonly summary: string;
}

/** Differences that a drawing has room for. */
const SHOWN_DIFFERENCES = 3;

/** Rows in the order in which things happened: by step, and within a step by time. */
export function rowsOf(told: Told, clock: 'virtual' | 'real'): Row[] {
  const steps = told.steps.length > 0 ? told.steps : [stepOfNoCase(told)];
  const leftOut: Row[] =
    told.omitted > 0
      ? [
          {
            kind: 'left-out',
            step: told.exchange[0]?.step ?? 0,
            text: `${told.omitted} earlier messages are left out`,
            at: told.exchange[0]?.at ?? 0,
          },
        ]
      : [];
  const firstShown = told.omitted > 0 ? (told.exchange[0]?.step ?? 0) : 0;
  const rows = steps.flatMap((step, index) =>
    index < firstShown ? [] : rowsOfStep(told, step, index, index === steps.length - 1, clock),
  );
  return [...leftOut, ...rows];
}

/** A conversation beside all cases, about versions, has no steps. */
function stepOfNoCase({ exchange }: Told): BegunStep {
  const [began = 0, ended = 0] = [exchange[0]?.at, exchange.at(-1)?.at];
  return { at: 1, kind: 'request', text: 'a request of this version', line: null, began, ended };
}

function rowsOfStep(
  told: Told,
  step: BegunStep,
  index: number,
  last: boolean,
  clock: 'virtual' | 'real',
): Row[] {
  const moved = step.ended - step.began;
  const messages = told.exchange
    .filter((message) => message.step === index)
    .map((message): Row => {
      const isAnswer = message.direction === 'answer';
      const differs =
        last && isAnswer && told.differences.some(({ request }) => request === message.request);
      const parkedFor = isAnswer ? parkedTime(told.exchange, message, clock) : null;
      return { kind: 'message', step: index, message, differs, parkedFor, at: message.at };
    });
  const due = dueIn(told.timers, index).map(
    ({ at, text }): Row => ({ kind: 'due', step: index, text, at }),
  );
  return [
    {
      kind: 'step',
      step: index,
      number: step.at === 'opening' ? null : step.at,
      text: step.text,
      advance: step.kind === 'advance' ? moved : null,
      differs: last,
      at: step.began,
    },
    ...inOrder(messages, due),
    ...(last ? whatDiffers(told, index, step.ended) : []),
  ];
}

/** Messages stay in their order; a timer comes before what has happened at its time or later. */
function inOrder(messages: readonly Row[], due: readonly Row[]): Row[] {
  const waiting = [...due];
  const rows = messages.flatMap((message) => {
    const isAnswer = message.kind === 'message' && message.message.direction === 'answer';
    const before: Row[] = [];
    while (waiting[0] !== undefined && isAnswer && waiting[0].at <= message.at) {
      before.push(...waiting.splice(0, 1));
    }
    return [...before, message];
  });
  return [...rows, ...waiting];
}

/** On a real clock every answer takes a while, in ms. */
const PROMPT = 250;

function parkedTime(
  exchange: readonly Exchange[],
  answer: Exchange,
  clock: 'virtual' | 'real',
): number | null {
  const request = exchange.find(
    (one) => one.direction === 'request' && one.request === answer.request,
  );
  if (request === undefined) return null;
  const ms = answer.at - request.at;
  const parked = request.step !== answer.step || ms > (clock === 'virtual' ? 0 : PROMPT);
  return parked ? ms : null;
}

/** Timers of one kind that run out together are told together. */
function dueIn(timers: readonly KeptTimer[], step: number): { at: number; text: string }[] {
  const due = timers.filter(({ end }) => end?.how === 'due' && end.step === step);
  return [...groupedBy(due, ({ kind, end }) => `${kind} ${end?.at}`).values()]
    .map((group) => ({ at: group[0].end?.at ?? 0, text: `${timerName(group)} due` }))
    .sort((a, b) => a.at - b.at);
}

const NAMES: Readonly<Record<KeptTimer['kind'], string>> = {
  join: 'join timer',
  sync: 'sync timer',
  session: 'session',
  cleanup: 'cleanup',
  write: 'write timeout',
};

/** `join timer`, `session of A`, `sessions of A, B`. */
export function timerName(timers: readonly KeptTimer[]): string {
  const [first] = timers;
  if (first === undefined) return '';
  const members = timers.flatMap(({ member }) => (member === null ? [] : [member]));
  const name = NAMES[first.kind];
  if (members.length === 0) return name;
  return `${name}${members.length > 1 ? 's' : ''} of ${members.join(', ')}`;
}

function whatDiffers(told: Told, step: number, at: number): Row[] {
  const answered = new Set(
    told.exchange
      .filter((message) => message.step === step && message.direction === 'answer')
      .map(({ request }) => request),
  );
  const unanswered = new Set(
    told.differences.flatMap(({ request }) =>
      request === undefined || answered.has(request) ? [] : [request],
    ),
  );
  const missing = told.exchange.filter(
    (message) => message.direction === 'request' && unanswered.has(message.request),
  );
  const more = told.differences.length - SHOWN_DIFFERENCES;
  const notes = told.differences.slice(0, SHOWN_DIFFERENCES).map(
    ({ path, expected, actual }): Row => ({
      kind: 'note',
      step,
      heading: path,
      lines: [`expected  ${expected}`, `got  ${actual}`],
      at,
    }),
  );
  const plain: Row[] =
    told.differences.length === 0
      ? [{ kind: 'note', step, heading: told.summary, lines: [], at }]
      : [];
  const others: Row[] =
    more > 0
      ? [{ kind: 'note', step, heading: `and ${more} more, in the table`, lines: [], at }]
      : [];
  return [
    ...missing.map((request): Row => ({ kind: 'missing', step, request, at })),
    ...notes,
    ...plain,
    ...others,
  ];
}
