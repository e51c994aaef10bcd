import type { VersionRange } from './version-range.js';

/** RFC 2119. */
export type RuleLevel = 'MUST' | 'SHOULD' | 'MAY';

export type ProtocolArea = 'classic' | 'offsets' | 'consumer';

/** Where a breach shows. */
export type Observability = 'wire' | 'records' | 'in-process';

/** What a check requires beyond sending requests. `clock` is any clock, waiting included. */
export type RuleNeed =
  | 'clock'
  | 'virtual-clock'
  | 'records'
  | 'failing-appends'
  | 'held-commits'
  | 'reload'
  | 'unload';

/** One step of a decision list. */
export interface RuleStep {
  readonly when: string;
  readonly then: string;
  readonly rules: readonly string[];
}

export interface RuleTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What holds in one profile; wins over the rule's own statement. */
export interface RuleDifference {
  readonly profile: string;
  /** Oldest release in which it was seen, where known. */
  readonly since: string | null;
  readonly statement: string;
  /** Ids of the cases that show it and so do not hold there; null: all that cite the rule. */
  readonly cases: readonly string[] | null;
}

/** A fault of Kafka itself that nobody need copy and no case may assert. */
export interface KafkaFault {
  /** Of its entry in the ledger (`ledger.ts`). */
  readonly id: string;
  readonly situation: string;
  readonly behaviour: string;
  readonly sane: string;
}

export interface RuleApi {
  readonly api: string;
  readonly versions: VersionRange;
}

/** One numbered normative statement of spec/rules. */
export interface Rule {
  readonly id: string;
  /** The id's prefix. */
  readonly family: string;
  readonly area: ProtocolArea;
  readonly title: string;
  readonly level: RuleLevel;
  /** Implementation-defined: outside exact mode what `freedom` describes is tolerated. */
  readonly quirk: boolean;
  /** Null exactly for rules that are no quirk. */
  readonly freedom: string | null;
  readonly statement: string;
  readonly order: readonly RuleStep[];
  readonly table: RuleTable | null;
  readonly observability: readonly Observability[];
  readonly needs: readonly RuleNeed[];
  /** APIs, and their versions, that a check of the rule cannot do without. */
  readonly apis: readonly RuleApi[];
  readonly sources: readonly string[];
  readonly differs: readonly RuleDifference[];
  readonly kafkaFaults: readonly KafkaFault[];
  readonly file: string;
  readonly line: number;
}

export interface RuleFamily {
  readonly family: string;
  readonly title: string;
  readonly area: ProtocolArea;
  readonly rules: readonly Rule[];
}

/** A word that rules use in one sense. */
export interface Term {
  readonly term: string;
  readonly meaning: string;
}

export interface RuleSet {
  /** By name. */
  readonly families: readonly RuleFamily[];
  /** Every rule, by family, then as written. */
  readonly rules: readonly Rule[];
  readonly byId: ReadonlyMap<string, Rule>;
  readonly terms: readonly Term[];
}

/** All that the rule says in `profile`: its statement, then what wins over it there. */
export function statementsIn(rule: Rule, profile: string): readonly string[] {
  const differing = rule.differs.filter((difference) => difference.profile === profile);
  return [rule.statement, ...differing.map((difference) => difference.statement)];
}
