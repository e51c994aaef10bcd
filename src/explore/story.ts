import { apiSchema } from '../protocol/apis.js';
import { isDefault } from '../protocol/defaults.js';
import type { MessageBody, MessageValue } from '../protocol/message-body.js';
import { errorCode, errorName } from '../spec/errors.js';
import type { FieldSchema } from '../spec/message-schema.js';
import { createRenderer, type Renderer } from '../suite/run/render.js';
import type { Difference } from '../suite/verdict.js';
import type { Failure } from './failure.js';
import type { Divergence } from './lock-step/divergence.js';
import type { Outstanding, Step } from './lock-step/lock-step.js';
import type { ControlMove, Move } from './sequence.js';

/** A failure in words: what was done, what the reference did, and how the implementation differs. */
export interface Story {
  readonly summary: string;
  readonly differences: readonly Difference[];
  readonly steps: readonly ToldStep[];
}

export interface ToldStep {
  /** What was done. */
  readonly text: string;
  /** Time of the reference after it, in ms. */
  readonly at: number;
  /** What the reference answered, oldest first. */
  readonly answers: readonly string[];
  readonly rules: readonly string[];
}

export function tell({ divergence, steps, names, sequence }: Failure): Story {
  const renderer = createRenderer(
    { nameOf: (value) => nameOf(value, names.clientOf) },
    names.groupPrefix,
    {
      code: errorCode,
      name: errorName,
    },
  );
  const { summary, differences } = tellDivergence(divergence, renderer);
  return {
    summary,
    differences,
    steps: steps.map((step) => tellStep(step, sequence.versions, renderer)),
  };
}

function nameOf(
  value: MessageValue,
  clientOf: (id: string) => string | undefined,
): string | undefined {
  return typeof value === 'string' && value !== '' ? clientOf(value) : undefined;
}

function tellStep(
  { move, at, answers, rules }: Step,
  versions: Readonly<Record<string, number>>,
  renderer: Renderer,
): ToldStep {
  return {
    text: tellMove(move, versions),
    at: Math.round(at),
    answers: answers.map(
      ({ request, answer }) =>
        `${request.client} ← ${request.api} ${tellAnswer(request, answer.body, renderer)}`,
    ),
    rules: [...new Set(rules)],
  };
}

function tellMove(move: Move, versions: Readonly<Record<string, number>>): string {
  switch (move.kind) {
    case 'request':
      return `${move.client}${move.clientId === null ? ' (no client id)' : ''} → ${move.api} v${versions[move.api]} ${tellGiven(move.fields)}`;
    case 'advance':
      return `time passes: ${tellTime(move)}`;
    case 'control':
      return tellDeed(move.deed);
  }
}

function tellTime({ by }: Extract<Move, { kind: 'advance' }>): string {
  if ('duration' in by) return by.duration;
  if (by.deadline === 0) return 'up to the next deadline';
  return by.deadline < 0 ? 'to ε before the next deadline' : 'to ε after the next deadline';
}

function tellDeed(deed: ControlMove['deed']): string {
  switch (deed.kind) {
    case 'fail-next-append':
      return `the next append will fail with ${deed.error}`;
    case 'hold-commits':
      return 'commits are held';
    case 'release-commits':
      return 'commits are released';
    case 'unload':
      return 'the partition is unloaded';
    case 'start-load': {
      const log =
        deed.log === null ? 'what was written' : tellGiven({ records: deed.log as never });
      return `the partition begins to load ${log} ${tellGiven(deed.configuration)}`.trimEnd();
    }
    case 'finish-load':
      return 'the partition is loaded';
  }
}

/** Fields as they are written in a sequence, without those that say nothing. */
function tellGiven(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '' && !isEmptyList(value))
    .map(([name, value]) => `${name}: ${givenText(value)}`)
    .join(', ');
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function givenText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(givenText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const given = value as Readonly<Record<string, unknown>>;
  if ('idOf' in given) return `$${given['idOf']}`;
  if ('duration' in given) return String(given['duration']);
  if ('subscription' in given) return String(given['subscription']);
  if ('text' in given) return given['text'] === '' ? "''" : String(given['text']);
  if ('generationOf' in given) {
    const plus = Number(given['plus']);
    const offset = plus === 0 ? '' : plus > 0 ? ` + ${plus}` : ` - ${-plus}`;
    return `generation of ${given['generationOf']}${offset}`;
  }
  return `{ ${tellGiven(given)} }`;
}

/** Only what differs from its default, but always the error. */
function tellAnswer(request: Outstanding, body: MessageBody, renderer: Renderer): string {
  const told = Object.entries(body).filter(
    ([name, value]) => name === 'errorCode' || !hasDefault(request, name, value),
  );
  return renderer.body(Object.fromEntries(told));
}

function hasDefault({ api }: Outstanding, name: string, value: MessageValue): boolean {
  const field = apiSchema(api).response.fields.find((one: FieldSchema) => one.name === name);
  return field === undefined || isDefault(field, value);
}

function tellDivergence(
  divergence: Divergence,
  renderer: Renderer,
): Pick<Story, 'summary' | 'differences'> {
  const asked =
    'request' in divergence ? `${divergence.request.client}'s ${divergence.request.api}` : '';
  switch (divergence.kind) {
    case 'answer':
      return {
        summary: `${asked} is answered otherwise`,
        differences: told(divergence.differences, renderer),
      };
    case 'unanswered':
      return {
        summary: `${asked} is not answered`,
        differences: [
          {
            path: 'answer',
            expected: tellAnswer(divergence.request, divergence.expected, renderer),
            actual: 'none',
          },
        ],
      };
    case 'not-parked':
      return {
        summary: `${asked} is answered and should be parked`,
        differences: [
          {
            path: 'answer',
            expected: 'none yet',
            actual: tellAnswer(divergence.request, divergence.actual, renderer),
          },
        ],
      };
    case 'unusable':
      return { summary: `${asked} has no answer: ${divergence.reason}`, differences: [] };
    case 'time':
      return {
        summary: `${asked} is answered at another time`,
        differences: [
          {
            path: 'time',
            expected: `${Math.round(divergence.expected)} ms`,
            actual: `${Math.round(divergence.actual)} ms`,
          },
        ],
      };
    case 'choice': {
      const { kind, chosen, legal } = divergence.choice;
      return {
        summary: `a ${kind} is chosen that may not be`,
        differences: [
          {
            path: kind,
            expected: `one of ${legal.map((one) => renderer.value(one)).join(', ')}`,
            actual: renderer.value(chosen),
          },
        ],
      };
    }
    case 'records':
      return {
        summary: `other records are written for group ${renderer.value(divergence.group)}`,
        differences: told(divergence.differences, renderer),
      };
    case 'violation':
      return {
        summary: `the reference breaks its invariant ${divergence.violation.invariant}: ${divergence.violation.sentence}`,
        differences: [],
      };
    case 'crash':
      return { summary: `the ${divergence.of} threw: ${divergence.reason}`, differences: [] };
  }
}

function told(
  differences: readonly {
    path: string;
    expected?: MessageValue | undefined;
    actual?: MessageValue | undefined;
  }[],
  renderer: Renderer,
): Difference[] {
  const text = (path: string, value: MessageValue | undefined) =>
    path.endsWith('errorCode') && typeof value === 'number'
      ? renderer.errorName(value)
      : renderer.value(value);
  return differences.map(({ path, expected, actual }) => ({
    path,
    expected: text(path, expected),
    actual: text(path, actual),
  }));
}
