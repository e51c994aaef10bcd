import { LEDGER_KINDS, type LedgerEntry, type LedgerKind } from '../spec/ledger.js';
import type { ProfileSet } from '../spec/profiles.js';
import type { Rule } from '../spec/rule.js';
import type { Spec } from '../spec/spec.js';

export const LEDGER_PAGE = 'docs/apache-kafka.md';

type LedgerSpec = Pick<Spec, 'rules' | 'profiles'>;

const HEAD = `<!-- Made of spec/apache-kafka.yaml and spec/rules by npm run generate. -->
# Apache Kafka against the rules

What came to light when released coordinators of Apache Kafka were held against the rules: by every
case (\`npm run kafka:certify\`, \`npm run kafka:confirm\`) and in lock-step with the reference.
\`cases/confirmed.json\` says which release has passed which case.
`;

const SECTIONS: Readonly<Record<LedgerKind, readonly [title: string, meaning: string]>> = {
  fault: ['Faults', 'Nobody need copy these, the reference does not, and no case asserts them.'],
  drift: ['Drifts', 'Releases differ. Each has a profile, and cases say which they are about.'],
  quirk: [
    'Choices',
    'The rules leave these open; no case rests on what Apache Kafka makes of them.',
  ],
  ours: [
    'Mistakes of ours',
    'Apache Kafka was right; rules, reference and cases follow it by now.',
  ],
};

/** The ledger for people: faults, drifts and freedoms in the words of their rules. */
export function ledgerPage(ledger: readonly LedgerEntry[], spec: LedgerSpec): string {
  const sections = LEDGER_KINDS.flatMap((kind) => {
    const entries = ledger.filter((entry) => entry.kind === kind);
    if (entries.length === 0) return [];
    const [title, meaning] = SECTIONS[kind];
    return [`## ${title}\n\n${meaning}\n`, ...entries.map((entry) => entryText(entry, spec))];
  });
  return [HEAD, ...sections].join('\n');
}

function entryText(entry: LedgerEntry, spec: LedgerSpec): string {
  const rules = entry.rules.flatMap((id) => spec.rules.byId.get(id) ?? []);
  return [
    `### ${entry.id}\n`,
    `**${entry.title}.**\n`,
    `Rules: ${rules.map(({ id, title }) => `${id} (${title})`).join('; ')}.`,
    `Seen in: ${entry.releases.join(', ')}.`,
    ...(entry.reports.length === 0 ? [] : [`Reports: ${entry.reports.join(', ')}.`]),
    '',
    ...inWordsOfRules(entry, rules, spec.profiles),
    `**Cause.** ${entry.cause}\n`,
    '**To see it.**\n',
    ...entry.sequence.map((step, index) => `${index + 1}. ${step}`),
    '',
    ...(entry.token === null
      ? []
      : ['```text', `groupspec explore --replay ${entry.token}`, '```', '']),
    `**The kit.** ${entry.kit}\n`,
    ...entry.excused.map(
      ({ caseId, releases, reason }) =>
        `- Excused from \`${caseId}\`: ${releases.join(', ')}. ${reason}`,
    ),
    ...(entry.excused.length === 0 ? [] : ['']),
  ].join('\n');
}

/** What the rules themselves say of it. */
function inWordsOfRules(
  { id, kind, releases }: LedgerEntry,
  rules: readonly Rule[],
  { byName }: ProfileSet,
): readonly string[] {
  switch (kind) {
    case 'fault':
      return rules
        .flatMap(({ kafkaFaults }) => kafkaFaults.filter((fault) => fault.id === id))
        .map(
          ({ situation, behaviour, sane }) =>
            `**Situation.** ${situation} **Apache Kafka.** ${behaviour} **Sane.** ${sane}\n`,
        );
    case 'drift': {
      const isAbout = (profile: string) =>
        byName.get(profile)?.releases.some((release) => releases.includes(release)) === true;
      const told = rules.flatMap(({ id: rule, differs }) =>
        differs
          .filter(({ profile }) => isAbout(profile))
          .map(({ profile, statement }) => `- ${rule} in ${profile}: ${statement}`),
      );
      return [...told, ''];
    }
    case 'quirk':
      return rules.flatMap(({ freedom }) => (freedom === null ? [] : [`**Free.** ${freedom}\n`]));
    case 'ours':
      return [];
  }
}
