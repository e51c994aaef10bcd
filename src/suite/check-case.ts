import { closest } from 'fastest-levenshtein';
import { type ApiName, apiSchema } from '../protocol/apis.js';
import { CodecError, encodeMessage } from '../protocol/codec.js';
import type { MessageValue } from '../protocol/message-body.js';
import type { Comparison } from '../spec/comparison.js';
import type { Problem } from '../spec/problem.js';
import type { YamlSource } from '../spec/yaml-source.js';
import { apiOf } from './case-steps.js';
import type { AnswersData, Case, ExpectationData, RequestData, Step } from './case-types.js';
import { checkHead, type KnownNames } from './check-head.js';
import { chooseDurations, DurationSyntaxError, evaluateDuration } from './durations.js';
import { expectStruct } from './expected.js';
import { buildBody } from './field-values.js';
import { expectRecord } from './group-record.js';
import { describeMember, freshMemory, metadataOf } from './members.js';
import { fillRequest, firstProtocol } from './requests.js';
import { expandExpectation, type TemplateContext } from './templates.js';
import { includesVersion, parseVersions } from './versions.js';
import { CaseError, type Vocabulary } from './vocabulary.js';

export interface CheckOptions extends KnownNames {
  readonly errorNames: ReadonlySet<string>;
  readonly comparison: Comparison;
}

/**
 * Checks what a schema cannot: that rules exist, symbols are bound before they are used, fields
 * and values fit their messages at every version, and every step can fail. It walks the case as a
 * run would, at each version of the swept API, with stand-ins for what an implementation makes up.
 */
export function checkCase(own: Case, source: YamlSource, options: CheckOptions): Problem[] {
  const problems = checkHead(own, source, options);
  const seen = new Set<string>();
  const versions = versionsToCheck(own);
  for (const [index, { when }] of own.steps.entries()) {
    if (when === undefined || own.data.sweep === undefined) continue;
    if (versions.some((version) => version !== null && includesVersion(when, version))) continue;
    problems.push(
      source.problemAt(['steps', index], `no version that the case runs at is in ${when}`),
    );
  }
  for (const version of versions) {
    const walk = createWalk(own, version, options, options.comparison);
    for (const { index, message } of walk) {
      const key = `${index} ${message.replaceAll(/\bv?\d+\b/g, '')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      problems.push(source.problemAt(index < 0 ? [] : ['steps', index], message));
    }
  }
  return problems;
}

function versionsToCheck(own: Case): (number | null)[] {
  const { sweep, versions, members } = own.data;
  if (sweep === undefined) return [null];
  const range = apiSchema(sweep).versions;
  const allowed = versions?.[sweep];
  const isStatic = Object.values(members ?? {}).some((one) => one.groupInstanceId !== undefined);
  const lowest = sweep === 'JoinGroup' && isStatic ? 5 : range.min;
  const all: number[] = [];
  for (let version = lowest; version <= range.max; version++) {
    if (allowed === undefined || includesVersion(allowed, version)) all.push(version);
  }
  return all;
}

interface Finding {
  /** Of the step; −1 for the case as a whole. */
  readonly index: number;
  readonly message: string;
}

function createWalk(
  own: Case,
  sweptVersion: number | null,
  options: CheckOptions,
  fields: Comparison,
): Finding[] {
  const findings: Finding[] = [];
  const bound = new Map<string, MessageValue>();
  const parked = new Map<string, { readonly member: string; readonly api: ApiName }>();
  const memberIds = new Map<string, string>();
  /** Symbols that the answer at hand may bind. */
  let binding = new Set<string>();

  const bindMember = (name: string) => {
    bound.set(name, `id of ${name}`);
    memberIds.set(name, `id of ${name}`);
  };
  const vocabulary: Vocabulary = {
    symbol(name) {
      const value = bound.get(name);
      if (value !== undefined) return value;
      if (binding.has(name)) return undefined;
      const known = [...bound.keys()].map((symbol) => `$${symbol}`).join(', ') || 'none';
      throw new CaseError(`$${name} is not bound here; bound so far: ${known}`);
    },
    groupId: (local) => local,
    errorCode(name) {
      if (options.errorNames.has(name)) return 0;
      throw new CaseError(
        `unknown error '${name}'; did you mean ${closest(name, [...options.errorNames])}?`,
      );
    },
    duration: durationForCheck,
  };
  const versionOf = (api: ApiName): number => {
    if (api === own.data.sweep && sweptVersion !== null) return sweptVersion;
    const allowed = own.data.versions?.[api];
    const { max } = apiSchema(api).versions;
    return allowed === undefined ? max : Math.min(max, parseVersions(allowed).max);
  };
  const templateContext = (sender: string, api: ApiName): TemplateContext => ({
    api,
    version: versionOf(api),
    sweptVersion: sweptVersion ?? versionOf(api),
    sender,
    member(name) {
      const member = describeMember(name, own.data.members ?? {});
      return {
        ...member,
        protocol: firstProtocol(member),
        metadata: (protocol) => metadataOf(member, member.protocols, protocol),
      };
    },
  });

  const checkRequest = (request: RequestData) => {
    const api = apiOf(request.request);
    const member = describeMember(request.member, own.data.members ?? {});
    const context = {
      api,
      version: versionOf(api),
      member,
      memory: freshMemory(member),
      memberId: (name: string) => memberIds.get(name),
      memberOf: (name: string) => describeMember(name, own.data.members ?? {}),
    };
    const schema = apiSchema(api).request;
    const body = buildBody(
      { schema, version: context.version, vocabulary, comparison: fields },
      fillRequest(context, request.fields),
    );
    try {
      encodeMessage(schema, context.version, body);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      throw new CaseError(`'${error.path}' ${error.reason}`);
    }
  };

  /** Whether the request is answered; binds what the answer shows. */
  const checkExpectation = (sender: string, api: ApiName, data: ExpectationData): boolean => {
    const expanded = expandExpectation(templateContext(sender, api), data);
    if (expanded.kind === 'parked') return false;
    if (api === 'JoinGroup') binding = new Set([...binding, sender]);
    const schema = apiSchema(api).response;
    expectStruct(
      { schema, version: versionOf(api), vocabulary, comparison: fields },
      schema.fields,
      expanded.fields,
    );
    return true;
  };

  const checkOutcome = (answers: AnswersData, requests: typeof parked): Set<string> => {
    const answered = new Set<string>();
    binding = new Set();
    for (const [handle] of Object.entries(answers)) {
      const request = requests.get(handle);
      if (request === undefined) {
        const known = [...requests.keys()].join(', ') || 'none';
        throw new CaseError(`no request '${handle}' is parked here; parked: ${known}`);
      }
      if (request.api === 'JoinGroup') binding.add(request.member);
    }
    for (const [handle, data] of Object.entries(answers)) {
      const request = requests.get(handle);
      if (request !== undefined && checkExpectation(request.member, request.api, data))
        answered.add(handle);
    }
    return answered;
  };

  const settle = (answered: ReadonlySet<string>, requests: typeof parked) => {
    for (const [handle, request] of requests) {
      if (answered.has(handle)) {
        parked.delete(handle);
        if (request.api === 'JoinGroup') bindMember(request.member);
      } else {
        parked.set(handle, request);
      }
    }
    binding = new Set();
  };

  openingState(own, bindMember, bound, parked);

  const walkStep = (step: Step) => {
    switch (step.kind) {
      case 'request': {
        checkRequest(step);
        if (parked.has(step.handle)) {
          throw new CaseError(
            `'${step.handle}' is parked already; name this request with 'as' and give it a 'connection'`,
          );
        }
        const requests = new Map(parked).set(step.handle, {
          member: step.member,
          api: apiOf(step.request),
        });
        settle(checkOutcome({ [step.handle]: step.expect, ...step.releases }, requests), requests);
        break;
      }
      case 'race': {
        const requests = new Map(parked);
        for (const request of step.requests) {
          if (request.request === 'join') {
            throw new CaseError(
              'a race sends each request once; write JoinGroup, and give an id out before where it takes one',
            );
          }
          if (requests.has(request.member)) {
            throw new CaseError(
              `${request.member} has a request under way already; each one in a race needs a member of its own`,
            );
          }
          checkRequest(request);
          requests.set(request.member, { member: request.member, api: apiOf(request.request) });
        }
        settleOutcomes(step.outcomes, requests);
        break;
      }
      case 'advance':
        if (durationForCheck(step.duration) < 0) {
          throw new CaseError(`'${step.duration}' is negative; time only goes forward`);
        }
        settleOutcomes(step.outcomes, new Map(parked));
        break;
      case 'records':
        for (const record of step.records) {
          expectRecord(record, templateContext('A', 'JoinGroup'), vocabulary, fields);
        }
        break;
    }
    if (step.mark !== undefined) bound.set(step.mark, 0n);
  };
  const settleOutcomes = (outcomes: readonly AnswersData[], requests: typeof parked) => {
    let answered = new Set<string>();
    for (const outcome of outcomes)
      answered = new Set([...answered, ...checkOutcome(outcome, requests)]);
    settle(answered, requests);
  };

  for (const [index, step] of own.steps.entries()) {
    if (
      step.when !== undefined &&
      sweptVersion !== null &&
      !includesVersion(step.when, sweptVersion)
    )
      continue;
    try {
      const silent = step.kind === 'advance' && parked.size === 0 && index === own.steps.length - 1;
      if (silent)
        throw new CaseError(
          `step ${index + 1} asserts nothing: time passes at the end with nothing parked`,
        );
      walkStep(step);
    } catch (error) {
      if (!(error instanceof CaseError || error instanceof DurationSyntaxError)) throw error;
      findings.push({ index, message: error.message });
      break;
    }
  }
  if (own.data.sweep === undefined && own.steps.some((step) => step.when !== undefined)) {
    findings.push({
      index: -1,
      message: "'when' is about versions of the swept API; the case sweeps none",
    });
  }
  return findings;
}

/** What an opening leaves behind. */
function openingState(
  own: Case,
  bindMember: (name: string) => void,
  bound: Map<string, MessageValue>,
  parked: Map<string, { readonly member: string; readonly api: ApiName }>,
): void {
  for (const step of own.opening?.steps ?? []) {
    if (step.kind === 'form') bound.set('generation', 1);
    for (const member of step.members) {
      if (step.kind === 'ask' && step.outcome === 'parked') {
        parked.set(member, { member, api: apiOf(step.request) });
      } else {
        bindMember(member);
      }
    }
  }
}

const CHECK_DURATIONS = chooseDurations(
  {
    'group.initial.rebalance.delay.ms': 3000,
    'group.min.session.timeout.ms': 6000,
    'group.max.session.timeout.ms': 1_800_000,
  },
  'virtual',
  1,
);

function durationForCheck(expression: string | number): number {
  return evaluateDuration(expression, CHECK_DURATIONS);
}
