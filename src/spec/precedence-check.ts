import { closest } from 'fastest-levenshtein';
import { combine, pairsOf } from './fault-combination.js';
import type { ApiPrecedence, Chain, Fault, Precedence } from './precedence.js';
import type { Problem } from './problem.js';
import type { Rule, RuleStep } from './rule.js';

/** Where requests are judged before they reach their group. */
const GATES = 'SVC-00';

interface Decision extends RuleStep {
  /** The rule whose list it is in. */
  readonly rule: string;
}

/** All decisions on requests of an API, in the order in which they are made. */
function decisionsOn(api: ApiPrecedence, rules: ReadonlyMap<string, Rule>): readonly Decision[] {
  return [GATES, api.order].flatMap((rule) =>
    (rules.get(rule)?.order ?? []).map((step) => ({ ...step, rule })),
  );
}

/** The rule whose decision list notices a fault. */
export function decidingRule(
  api: ApiPrecedence,
  fault: Fault,
  rules: ReadonlyMap<string, Rule>,
): string {
  const decision = decisionsOn(api, rules).find(({ when }) => when === fault.decided);
  return decision?.rule ?? api.order;
}

/** What in the table disagrees with the decision lists of the rules, or with the table itself. */
export function contradictions(
  precedence: Precedence,
  rules: ReadonlyMap<string, Rule>,
): Problem[] {
  return precedence.flatMap((api) => {
    const decisions = decisionsOn(api, rules);
    const found = [
      ...repeated(api.faults, ({ fault }) => fault, 'fault'),
      ...repeated(api.chains, ({ chain }) => chain, 'chain'),
      ...unknownSituations(api),
      ...api.faults.flatMap((fault) => misplaced(fault, decisions)),
      ...outOfOrder(api, decisions),
      ...api.faults.flatMap((fault) => strayFields(api, fault)),
    ];
    return found.length > 0
      ? found
      : [...idle(api), ...api.chains.flatMap((one) => broken(api, one))];
  });
}

function repeated<One extends Fault | Chain>(
  all: readonly One[],
  nameOf: (one: One) => string,
  kind: string,
): Problem[] {
  return all
    .filter((one, index) => all.findIndex((other) => nameOf(other) === nameOf(one)) < index)
    .map((one) => one.problem(kind, `${kind} '${nameOf(one)}' is listed above already`));
}

function unknownSituations(api: ApiPrecedence): Problem[] {
  const known = api.situations.map(({ situation }) => situation);
  const complain = (one: Fault | Chain, field: string, name: string) =>
    known.includes(name)
      ? []
      : [one.problem(field, `unknown situation '${name}'; known: ${known.join(', ')}`)];
  return [
    ...api.faults.flatMap((fault) =>
      fault.in.flatMap((name) => complain(fault, fault.isSituation ? 'is' : 'in', name)),
    ),
    ...api.chains.flatMap((chain) => complain(chain, 'in', chain.in)),
  ];
}

/** A fault that no decision notices, or whose decision says something else. */
function misplaced(fault: Fault, decisions: readonly Decision[]): Problem[] {
  const decision = decisions.find(({ when }) => when === fault.decided);
  if (decision === undefined) {
    const near = closest(
      fault.decided,
      decisions.map(({ when }) => when),
    );
    const message = `no decision list has the step '${fault.decided}'; did you mean '${near}'?`;
    return [fault.problem('decided', message)];
  }
  const errors: readonly string[] = decision.then.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
  if (errors.length === 0 || errors.includes(fault.answer)) return [];
  const message = `${decision.rule} answers ${errors.join(' or ')} where '${fault.decided}'`;
  return [fault.problem('answer', message)];
}

function outOfOrder(api: ApiPrecedence, decisions: readonly Decision[]): Problem[] {
  const placeOf = ({ decided }: Fault) => decisions.findIndex(({ when }) => when === decided);
  return api.faults.flatMap((fault, index) => {
    const above = api.faults.slice(0, index).find((other) => placeOf(other) > placeOf(fault));
    if (above === undefined || placeOf(fault) < 0) return [];
    const rule = decisions[placeOf(fault)]?.rule;
    const message = `'${fault.fault}' is listed below '${above.fault}', but ${rule} decides it earlier`;
    return [fault.problem('fault', message)];
  });
}

/** Fields that only the answers of one API have. */
function strayFields({ api }: ApiPrecedence, fault: Fault): Problem[] {
  const problems: Problem[] = [];
  if (api === 'JoinGroup' && fault.memberId === null) {
    problems.push(
      fault.problem('fault', `'${fault.fault}' does not say which memberId the answer has`),
    );
  }
  if (api !== 'JoinGroup' && fault.memberId !== null) {
    problems.push(fault.problem('memberId', `answers of ${api} have no memberId`));
  }
  if (api !== 'LeaveGroup' && fault.entry) {
    problems.push(fault.problem('entry', `answers of ${api} have no entries`));
  }
  return problems;
}

/** A fault that no pair shows is a mistake of its situations, sender or fields. */
function idle(api: ApiPrecedence): Problem[] {
  const shown = new Set(pairsOf(api).flat());
  return api.faults
    .filter((fault) => !shown.has(fault))
    .map((fault) =>
      fault.problem(
        'fault',
        `'${fault.fault}' can be set against no other fault: drop it, or widen where it occurs`,
      ),
    );
}

function broken(api: ApiPrecedence, chain: Chain): Problem[] {
  const known = api.faults.map(({ fault }) => fault);
  const unknown = chain.faults.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const message = `unknown fault '${unknown}'; did you mean '${closest(unknown, known)}'?`;
    return [chain.problem('faults', message)];
  }
  const late = chain.faults.find((name, index) =>
    chain.faults.slice(index + 1).some((other) => known.indexOf(other) < known.indexOf(name)),
  );
  if (late !== undefined) {
    return [chain.problem('faults', `'${late}' stands before a fault that is noticed earlier`)];
  }
  const combination = combine(api, faultsOf(api, chain), chain.in);
  if (combination.possible) return [];
  return [chain.problem('faults', `no request has all these faults: ${combination.because}`)];
}

/** The faults of a chain whose names are all known. */
export function faultsOf(api: ApiPrecedence, chain: Chain): Fault[] {
  return api.faults.filter(({ fault }) => chain.faults.includes(fault));
}
