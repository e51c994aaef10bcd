/** What is true of the reference after every step, whatever has happened. */
export const INVARIANTS = [
  'one-leader-a-generation',
  'generation-grows-by-one',
  'leader-is-a-member',
  'counts-equal-recounts',
  'parked-requests-are-bounded',
  'assignments-are-recorded',
  'log-tells-the-group',
  'timers-run',
] as const;

export type InvariantName = (typeof INVARIANTS)[number];

export interface Violation {
  readonly invariant: InvariantName;
  /** Ids of the rules that promise what is not so. */
  readonly rules: readonly string[];
  /** Null where it is the partition's. */
  readonly group: string | null;
  /** Names the group, the member if it is about one, and the rules. */
  readonly sentence: string;
}

export type Report = (
  invariant: InvariantName,
  rules: readonly string[],
  group: string | null,
  fault: string,
) => void;

export function violationOf(...[invariant, rules, group, fault]: Parameters<Report>): Violation {
  const where = group === null ? 'the partition' : `group '${group}'`;
  return { invariant, rules, group, sentence: `${where} ${fault} (${rules.join(', ')})` };
}
