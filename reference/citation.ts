/** Id of a rule of spec/rules, e.g. `JOIN-01`. */
export type RuleId = `${Uppercase<string>}-${number}` | 'MAP-APPEND' | 'MAP-SERVICE';

/** Tells that a rule decides or does something, at the moment at which it does. */
export type Cite = (rule: RuleId) => void;

export interface Citing {
  readonly cite: Cite;
}

/** Nobody wants to know. */
export const citeToNobody: Cite = () => {};

/** A result, and the rule that gives it. */
export function ruled<const Result>({ cite }: Citing, rule: RuleId, result: Result): Result {
  cite(rule);
  return result;
}
