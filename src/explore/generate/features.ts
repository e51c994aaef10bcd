import { errorName } from '../../spec/errors.js';
import type { Entry } from '../write-case/transcript.js';
import { unusualInputs } from './unusual-inputs.js';

/**
 * Something that a sequence can reach: a rule, a cell of a table, an unusual value of a field and
 * what it is answered, or a path through the rules.
 */
export type Feature = string;

const RULE = 'rule ';
const PAIR = 'pair ';
const INPUT = 'input ';
const PATH = 'path ';

/** What one step reaches. */
export function featuresOf(entry: Entry): readonly Feature[] {
  const rules = [...new Set(entry.rules)];
  const answer = ownAnswer(entry);
  return [
    ...rules.map((rule) => `${RULE}${rule}`),
    ...entry.pairs.map((pair) => `${PAIR}${pair} ${answer}`),
    ...unusualInputs(entry.move).map((input) => `${INPUT}${input} ${answer}`),
    ...(rules.length === 0
      ? []
      : [`${PATH}${kindOf(entry)} ${answer}: ${rules.toSorted().join(' ')}`]),
  ];
}

/** What a whole sequence reaches. */
export function reaches(entries: readonly Entry[]): ReadonlySet<Feature> {
  return new Set(entries.flatMap(featuresOf));
}

/** Features of which a few cases suffice come before those of which there are thousands. */
export function isRuleOrPair(feature: Feature): boolean {
  return feature.startsWith(RULE) || feature.startsWith(PAIR);
}

/** Rules among features. */
export function rulesAmong(features: Iterable<Feature>): readonly string[] {
  return [...features].flatMap((feature) =>
    feature.startsWith(RULE) ? [feature.slice(RULE.length)] : [],
  );
}

/** How many features there are of each kind. */
export function countByKind(features: Iterable<Feature>) {
  let rules = 0;
  let pairs = 0;
  let inputs = 0;
  let paths = 0;
  for (const feature of features) {
    if (feature.startsWith(RULE)) rules++;
    else if (feature.startsWith(PAIR)) pairs++;
    else if (feature.startsWith(INPUT)) inputs++;
    else paths++;
  }
  return { rules, pairs, inputs, paths };
}

/** What is done, and in which state. */
function kindOf(entry: Entry): string {
  const { failed } = entry;
  return failed === null ? deedOf(entry) : `${deedOf(entry)} that fails with ${failed}`;
}

/** What a listing asks for, which no rule tells apart. */
function filtersOf(sent: Entry['sent']): string {
  const filters = [sent?.body['statesFilter'], sent?.body['typesFilter']].flat();
  return filters.filter((name) => typeof name === 'string').join(' ');
}

function deedOf({ move, sent, states }: Entry): string {
  switch (move.kind) {
    case 'request':
      return `${move.api} ${filtersOf(sent)} in ${states.get(String(sent?.body['groupId'] ?? '')) ?? 'any state'}`;
    case 'advance':
      return 'advance';
    case 'control':
      return move.deed.kind;
  }
}

function ownAnswer({ sent, answers }: Entry): string {
  const own = answers.find(({ request }) => request.requestId === sent?.requestId);
  if (own === undefined) return 'parked';
  const error = own.answer.body['errorCode'];
  return typeof error === 'number' ? errorName(error) : 'answered';
}
