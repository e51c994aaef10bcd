import { combine, pairsOf } from '../spec/fault-combination.js';
import {
  type ApiPrecedence,
  type CaseFields,
  type CaseStep,
  type Fault,
  PRECEDENCE_FILE,
  type Precedence,
  type Situation,
} from '../spec/precedence.js';
import { decidingRule, faultsOf } from '../spec/precedence-check.js';
import type { Rule } from '../spec/rule.js';
import type { CaseDraft, DraftStep } from './case-text.js';
import { faultAnswer } from './fault-answer.js';
import { kebabCase } from './kebab-case.js';

type Rules = ReadonlyMap<string, Rule>;

/** A case of every pair and chain of the table, by the names of their files. */
export function precedenceCases(
  precedence: Precedence,
  rules: Rules,
): (readonly [string, CaseDraft])[] {
  return precedence.flatMap((api) => {
    const prefix = kebabCase(api.api);
    const pairs = pairsOf(api).map(([winner, loser]) => {
      const title = `${api.api} reports ${winner.says} rather than ${loser.says}`;
      const draft = draftOf(api, [winner, loser], title, rules);
      return [`${prefix}-${winner.fault}-over-${loser.fault}`, draft] as const;
    });
    const chains = api.chains.map((chain) => {
      const draft = draftOf(api, faultsOf(api, chain), chain.title, rules, chain.in);
      return [`${prefix}-${chain.chain}`, draft] as const;
    });
    return [...pairs, ...chains];
  });
}

/** All faults at once; `faults` has the decisive one first. */
interface Combined {
  readonly api: string;
  readonly situation: Situation;
  readonly faults: readonly Fault[];
  readonly versions: Readonly<Record<string, string>>;
}

function draftOf(
  api: ApiPrecedence,
  faults: readonly Fault[],
  title: string,
  rules: Rules,
  within?: string,
): CaseDraft {
  const combination = combine(api, faults, within);
  if (!combination.possible) throw new Error(`'${title}' cannot be: ${combination.because}`);
  const { situation } = combination;
  const combined = { api: api.api, situation, faults, versions: firstVersions(faults) };
  const deciding = faults.slice(0, -1).map((fault) => decidingRule(api, fault, rules));
  return {
    source: `From spec/${PRECEDENCE_FILE}, ${api.api}: ${faults.map(({ fault }) => fault).join(', ')}`,
    title,
    rules: [...new Set([...deciding, ...faults.flatMap((fault) => fault.rules)])],
    sweep: api.api,
    versions: combined.versions,
    configuration: situation.configuration ?? {},
    members: settingsFor(faults),
    disruptive: faults.some(({ disruptive }) => disruptive),
    given: situation.given,
    steps: [
      ...faults.flatMap(({ before }) => before.map((step) => ({ step }))),
      ...requestsOf(combined),
      ...situation.undisturbed.map((step, index) =>
        index === 0 ? { step, comment: 'Nothing has come of it.' } : { step },
      ),
    ],
  };
}

/** The request with all faults, then without the decisive one, and so on, as far as that goes. */
function requestsOf(combined: Combined): DraftStep[] {
  const { faults } = combined;
  // As long as a situation that is a fault lasts, it gives the answer.
  const last = faults.findIndex(({ isSituation }) => isSituation);
  return faults.slice(0, last < 0 ? undefined : last + 1).map((decisive, index) => {
    const step = requestOf(combined, faults.slice(index), decisive);
    return index === 0 ? { step } : { step, comment: `What remains is ${decisive.says}.` };
  });
}

function requestOf(combined: Combined, remaining: readonly Fault[], decisive: Fault): CaseStep {
  const { api, situation, faults, versions } = combined;
  const sender = remaining.find(({ by }) => by !== null)?.by ?? situation.by;
  const fields: CaseFields = Object.assign(
    {},
    sender === situation.by ? situation.fill : {},
    ...remaining.map(({ fill }) => fill),
    ...remaining.map((fault) => fault.with),
  );
  const inOpening = Object.values(situation.given ?? {}).some((members) =>
    members.includes(sender),
  );
  const answer = faultAnswer(decisive, {
    api,
    fromVersion: Number.parseInt(versions[api] ?? '0', 10),
    sender,
    hasId: inOpening || faults.some(({ before }) => before.some((step) => sender in step)),
    fields,
  });
  const changed = Object.keys(fields).length === 0 ? {} : { with: fields };
  return { [sender]: api, ...changed, expect: answer };
}

/** By API the first version that has all faults. */
function firstVersions(faults: readonly Fault[]): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [api, versions] of faults.flatMap((fault) => Object.entries(fault.versions))) {
    const other = first[api];
    if (other === undefined || Number.parseInt(versions, 10) > Number.parseInt(other, 10)) {
      first[api] = versions;
    }
  }
  return first;
}

function settingsFor(faults: readonly Fault[]): Record<string, CaseFields> {
  const settings: Record<string, CaseFields> = {};
  for (const [member, own] of faults.flatMap(({ members }) => Object.entries(members))) {
    settings[member] = { ...settings[member], ...own };
  }
  return settings;
}
