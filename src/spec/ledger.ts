import { closest } from 'fastest-levenshtein';
import { readChecked } from './data-files.js';
import { specPath } from './package-root.js';
import { InvalidDataError, type Problem } from './problem.js';
import { observedReleases, type ProfileSet } from './profiles.js';
import type { RuleSet } from './rule.js';

export const LEDGER_KINDS = ['fault', 'drift', 'quirk', 'ours'] as const;

/**
 * `fault`: of Apache Kafka, told by `kafkaFaults` of its rule too; `drift`: releases differ; `quirk`:
 * what Apache Kafka does where a rule leaves a choice; `ours`: rules or reference were wrong.
 */
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** Something that came to light when Apache Kafka was held against the rules. */
export interface LedgerEntry {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly title: string;
  /** The most telling one first. */
  readonly rules: readonly string[];
  /** In which it was seen. */
  readonly releases: readonly string[];
  /** Public reports of it. */
  readonly reports: readonly string[];
  readonly cause: string;
  /** The moves that show it, in words. */
  readonly sequence: readonly string[];
  /** Replays it. */
  readonly token: string | null;
  /** What the kit does about it. */
  readonly kit: string;
  readonly excused: readonly LedgerExcuse[];
}

/** A case that some releases need not pass. */
export interface LedgerExcuse {
  readonly caseId: string;
  readonly releases: readonly string[];
  readonly reason: string;
  /** The same file and line with a sentence of its own. */
  readonly problem: (message: string) => Problem;
}

interface WrittenEntry extends Omit<LedgerEntry, 'reports' | 'token' | 'excused'> {
  readonly reports?: readonly string[];
  readonly token?: string;
  readonly excused?: readonly {
    readonly case: string;
    readonly releases: readonly string[];
    readonly reason: string;
  }[];
}

interface Known {
  readonly rules: RuleSet;
  readonly profiles: ProfileSet;
}

/**
 * Reads `apache-kafka.yaml`. Throws InvalidDataError, also for rules and releases that do not exist,
 * and where it and `kafkaFaults` of the rules do not tell of the same faults.
 */
export function loadLedger(
  { rules, profiles }: Known,
  path: string = specPath('apache-kafka.yaml'),
): readonly LedgerEntry[] {
  const { source, data, problems } = readChecked<{ readonly entries: readonly WrittenEntry[] }>(
    path,
    'apache-kafka',
  );
  if (data === undefined) throw new InvalidDataError(problems);
  const ruleIds = [...rules.byId.keys()];
  const releases = observedReleases(profiles).map(({ release }) => release);
  const wrong = data.entries.flatMap((entry, index): Problem[] => {
    const at = (place: readonly (string | number)[], message: string) =>
      source.problemAt(['entries', index, ...place], message);
    const unknownReleases = (named: readonly string[], place: readonly (string | number)[]) =>
      named.flatMap((release, nth) =>
        releases.includes(release)
          ? []
          : [at([...place, nth], `no profile is about release ${release}: ${releases.join(', ')}`)],
      );
    return [
      ...(data.entries.findIndex(({ id }) => id === entry.id) < index
        ? [at(['id'], `there is an entry '${entry.id}' above already`)]
        : []),
      ...entry.rules.flatMap((id, nth) =>
        rules.byId.has(id)
          ? []
          : [at(['rules', nth], `unknown rule '${id}'; did you mean ${closest(id, ruleIds)}?`)],
      ),
      ...unknownReleases(entry.releases, ['releases']),
      ...(entry.excused ?? []).flatMap((excuse, nth) =>
        unknownReleases(excuse.releases, ['excused', nth, 'releases']),
      ),
      ...(entry.kind === 'fault' && !isToldByRule(rules, entry)
        ? [at(['id'], `no rule that it names has a kafkaFault '${entry.id}'`)]
        : []),
    ];
  });
  const faults = new Set(data.entries.filter(({ kind }) => kind === 'fault').map(({ id }) => id));
  const untold = rules.rules.flatMap(({ id, file, line, kafkaFaults }) =>
    kafkaFaults
      .filter((fault) => !faults.has(fault.id))
      .map((fault) => ({
        file,
        line,
        column: 1,
        message: `rule ${id} has a kafkaFault '${fault.id}' that ${source.file} does not tell of`,
      })),
  );
  if (wrong.length + untold.length > 0) throw new InvalidDataError([...wrong, ...untold]);
  return data.entries.map((written, index) => ({
    ...written,
    reports: written.reports ?? [],
    token: written.token ?? null,
    excused: (written.excused ?? []).map(({ case: caseId, ...excuse }, nth) => ({
      ...excuse,
      caseId,
      problem: (message) => source.problemAt(['entries', index, 'excused', nth, 'case'], message),
    })),
  }));
}

function isToldByRule({ byId }: RuleSet, { id, rules }: WrittenEntry): boolean {
  return rules.some((rule) => byId.get(rule)?.kafkaFaults.some((fault) => fault.id === id));
}
