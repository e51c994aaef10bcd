import type { ApiPrecedence, Fault, Situation } from './precedence.js';

/** How one request can have several faults, or why none can. */
export type Combination =
  | { readonly possible: true; readonly situation: Situation }
  | { readonly possible: false; readonly because: string };

/**
 * Faults occur together if they share a situation, leave the choice of the sender to at most one of
 * them, and are in different fields. Of several situations the first one counts, unless `within`
 * names one.
 */
export function combine(
  api: ApiPrecedence,
  faults: readonly Fault[],
  within?: string,
): Combination {
  const shared = api.situations.filter(
    ({ situation }) =>
      (within === undefined || situation === within) &&
      faults.every((fault) => fault.in.includes(situation)) &&
      !hides(api, situation, faults),
  );
  const [situation] = shared;
  if (situation === undefined) {
    const where = within === undefined ? 'there is no situation' : `'${within}' is no situation`;
    return impossible(`${where} in which all of them would be noticed`);
  }
  const senders = new Set(faults.flatMap(({ by }) => (by === null ? [] : [by])));
  if (senders.size > 1) return impossible(`they are sent by ${[...senders].join(' and ')}`);
  const fields = faults.flatMap((fault) => Object.keys(fault.with));
  const twice = fields.find((field, index) => fields.indexOf(field) < index);
  if (twice !== undefined) return impossible(`two of them are in ${twice}`);
  return { possible: true, situation };
}

/** Whether the situation is a fault by itself, one that would be noticed before some of these. */
function hides(api: ApiPrecedence, situation: string, faults: readonly Fault[]): boolean {
  const itself = api.faults.findIndex(
    (fault) =>
      fault.isSituation && fault.in.includes(situation) && Object.keys(fault.with).length === 0,
  );
  const fault = api.faults[itself];
  if (fault === undefined || faults.includes(fault)) return false;
  return faults.some((other) => api.faults.indexOf(other) > itself);
}

function impossible(because: string): Combination {
  return { possible: false, because };
}

/** Whether answers cannot tell which of two faults was noticed. */
export function answerAlike(one: Fault, other: Fault): boolean {
  return one.answer === other.answer && one.memberId === other.memberId;
}

/** Every two faults that a case can set against each other; the decisive one first. */
export function pairsOf(api: ApiPrecedence): (readonly [Fault, Fault])[] {
  return api.faults.flatMap((winner, index) =>
    api.faults
      .slice(index + 1)
      .filter((loser) => !answerAlike(winner, loser) && combine(api, [winner, loser]).possible)
      .map((loser) => [winner, loser] as const),
  );
}
