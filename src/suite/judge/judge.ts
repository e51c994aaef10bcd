import type { Answer } from '../../adapter/adapter.js';
import { apiSchema } from '../../protocol/apis.js';
import type { AnswersData, ExpectationData } from '../cases/case-types.js';
import { expandExpectation } from '../expand/templates.js';
import type { Arrived, Outstanding, RunState } from '../run/run-state.js';
import type { Symbols } from '../run/symbols.js';
import type { Difference } from '../verdict.js';
import { compare, describeExpected } from './compare.js';
import { type Expected, expectStruct } from './expected.js';

/** What one outcome says of each request by its handle. */
export interface Outcome {
  readonly answers: ReadonlyMap<string, ExpectedAnswer>;
}

export type ExpectedAnswer =
  | { readonly kind: 'parked' }
  | { readonly kind: 'answered'; readonly request: Outstanding; readonly data: ExpectationData };

/** Resolves the version conditions of an outcome; handles it does not name must stay parked. */
export function readOutcome(
  state: RunState,
  answers: AnswersData,
  requests: ReadonlyMap<string, Outstanding>,
): Outcome {
  const read = new Map<string, ExpectedAnswer>();
  for (const [handle, data] of Object.entries(answers)) {
    const request = requests.get(handle);
    if (request === undefined) continue;
    const expanded = expandExpectation(state.templateContext(request), data);
    read.set(handle, expanded.kind === 'parked' ? expanded : { kind: 'answered', request, data });
  }
  return { answers: read };
}

export function answeredHandles(outcome: Outcome): string[] {
  return [...outcome.answers]
    .filter(([, { kind }]) => kind === 'answered')
    .map(([handle]) => handle);
}

/**
 * Differences between the outcomes and what came: none when one of them fits, otherwise those of
 * the nearest one. Symbols bound by the outcome that fits stay bound.
 */
export function judgeOutcomes(
  state: RunState,
  outcomes: readonly Outcome[],
  arrived: readonly Arrived[],
): Difference[] {
  let nearest: Difference[] | undefined;
  for (const outcome of outcomes) {
    const symbols = state.symbols.fork();
    const differences = judgeOutcome(state, symbols, outcome, arrived);
    if (differences.length === 0) {
      state.symbols.adopt(symbols);
      return [];
    }
    if (nearest === undefined || differences.length < nearest.length) nearest = differences;
  }
  return nearest ?? [];
}

function judgeOutcome(
  state: RunState,
  symbols: Symbols,
  outcome: Outcome,
  arrived: readonly Arrived[],
): Difference[] {
  const differences: Difference[] = [];
  const came = new Map(arrived.map((item) => [item.request.handle, item]));
  for (const [handle, expected] of outcome.answers) {
    const item = came.get(handle);
    if (expected.kind === 'parked') {
      if (item !== undefined) differences.push(unexpected(state, item));
    } else if (item === undefined) {
      differences.push({
        path: `${handle}: ${expected.request.api}`,
        expected: describeAnswer(state, expected),
        actual: 'no answer',
        request: expected.request.requestId,
      });
    } else {
      differences.push(...judgeAnswer(state, symbols, expected.data, item));
    }
  }
  for (const item of arrived) {
    if (!outcome.answers.has(item.request.handle)) differences.push(unexpected(state, item));
  }
  return differences;
}

function judgeAnswer(
  state: RunState,
  symbols: Symbols,
  data: ExpectationData,
  { request, answer }: Arrived,
): Difference[] {
  const prefix = request.handle;
  if (answer.kind !== 'response') {
    const expected = describeAnswer(state, { kind: 'answered', request, data });
    const actual = `${answer.kind}: ${answer.reason}`;
    return [
      {
        path: `${prefix}: ${request.api}`,
        expected,
        actual,
        gist: answer.kind,
        request: request.requestId,
      },
    ];
  }
  const context = { symbols, render: state.renderer.value, gist: state.renderer.gist };
  return compare(context, expectedAnswer(state, request, data), answer.body).map((difference) => ({
    ...difference,
    path: `${prefix}: ${difference.path}`,
    ...nameErrors(state, difference),
    request: request.requestId,
  }));
}

function expectedAnswer(state: RunState, request: Outstanding, data: ExpectationData): Expected {
  const expanded = expandExpectation(state.templateContext(request), data);
  const schema = apiSchema(request.api).response;
  return expectStruct(
    {
      schema,
      version: request.version,
      vocabulary: state.vocabulary,
      comparison: state.comparison,
    },
    schema.fields,
    expanded.kind === 'parked' ? {} : expanded.fields,
  );
}

function describeAnswer(
  state: RunState,
  expected: Extract<ExpectedAnswer, { kind: 'answered' }>,
): string {
  const fields = expectedAnswer(state, expected.request, expected.data);
  const error = fields.kind === 'struct' ? fields.fields.get('errorCode') : undefined;
  if (error?.kind === 'value')
    return `an answer with ${state.renderer.errorName(Number(error.value))}`;
  const { value: render, gist } = state.renderer;
  return describeExpected({ symbols: state.symbols, render, gist }, fields);
}

function unexpected(state: RunState, { request, answer }: Arrived): Difference {
  return {
    path: `${request.handle}: ${request.api}`,
    expected: 'no answer: the request is parked',
    ...describeActual(state, answer),
    request: request.requestId,
  };
}

/** An answer as a whole. */
export function describeActual(
  { renderer }: Pick<RunState, 'renderer'>,
  answer: Answer,
): Pick<Difference, 'actual' | 'gist'> {
  return answer.kind === 'response'
    ? { actual: renderer.body(answer.body), gist: renderer.gistOfAnswer(answer.body) }
    : { actual: `${answer.kind}: ${answer.reason}`, gist: answer.kind };
}

/** Error codes are read by their names. */
function nameErrors(state: RunState, difference: Difference): Partial<Difference> {
  if (!/(^|\.)errorCode$/.test(difference.path)) return {};
  const name = (text: string) =>
    /^-?\d+$/.test(text) ? state.renderer.errorName(Number(text)) : text;
  return { expected: name(difference.expected), actual: name(difference.actual) };
}
