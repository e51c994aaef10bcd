import { closest } from 'fastest-levenshtein';
import { type ApiName, apiSchema } from '../../protocol/apis.js';
import { CodecError, encodeMessage } from '../../protocol/codec.js';
import { chooseDurations, DurationSyntaxError, evaluateDuration } from '../expand/durations.js';
import { describeMember, freshMemory, type Member, metadataOf } from '../expand/members.js';
import { expandExpectation, type TemplateContext } from '../expand/templates.js';
import { conditionHolds, parseVersions } from '../expand/versions.js';
import { expectStruct } from '../judge/expected.js';
import { buildBody } from '../judge/field-values.js';
import { expectRecord } from '../judge/group-record.js';
import { buildLogged, loggedMembers } from '../judge/logged-record.js';
import { fieldsFor, fillRequest, firstProtocol } from '../run/requests.js';
import { apiOf } from './case-steps.js';
import type { AnswersData, Case, Deed, ExpectationData, RequestData, Step } from './case-types.js';
import type { CheckOptions } from './check-case.js';
import { CaseError, type Vocabulary } from './vocabulary.js';

export interface Finding {
  /** Of the step; −1 for the case as a whole. */
  readonly index: number;
  readonly message: string;
}

interface Parked {
  readonly member: string;
  readonly api: ApiName;
}

/** What is known at one point of a case, whatever an implementation answers. */
interface Walk {
  readonly own: Case;
  readonly sweptVersion: number | null;
  readonly options: CheckOptions;
  /** Symbols that have a value by now. */
  readonly bound: Set<string>;
  /**
   * Symbols that an answer may bind. Whoever has asked to join may have an id that it has not been
   * told: other members are told of it, and the log is.
   */
  readonly binding: Set<string>;
  /** Requests that may be parked, by handle. */
  parked: Map<string, Parked>;
}

/**
 * Goes through a case as a run at one version of the swept API would, with stand-ins for what an
 * implementation makes up, to the first thing that could not be carried out.
 */
export function walkCase(own: Case, sweptVersion: number | null, options: CheckOptions): Finding[] {
  const walk: Walk = {
    own,
    sweptVersion,
    options,
    bound: new Set(),
    binding: new Set(),
    parked: new Map(),
  };
  openingState(walk);
  for (const [index, step] of own.steps.entries()) {
    if (step.when !== undefined) {
      if (own.data.sweep === undefined) {
        return [
          { index, message: "'when' is about versions of the swept API; the case sweeps none" },
        ];
      }
      if (sweptVersion !== null && !conditionHolds(step.when, sweptVersion)) continue;
    }
    try {
      requireSense(walk, step, index);
      walkStep(walk, step);
    } catch (error) {
      if (!(error instanceof CaseError || error instanceof DurationSyntaxError)) throw error;
      return [{ index, message: error.message }];
    }
  }
  return [];
}

/** What an opening leaves behind. */
function openingState(walk: Walk): void {
  for (const step of walk.own.opening?.steps ?? []) {
    if (step.kind === 'form') walk.bound.add('generation');
    for (const name of step.members) {
      const parks = step.kind === 'ask' && step.outcome === 'parked';
      if (parks) walk.parked.set(name, { member: name, api: apiOf(step.request) });
      // A dynamic member knows its id from the handshake, which exists from JoinGroup 4.
      const handshake =
        memberOf(walk, name).groupInstanceId === null && versionOf(walk, 'JoinGroup') >= 4;
      if (!parks || handshake) walk.bound.add(name);
    }
  }
}

function requireSense(walk: Walk, step: Step, index: number): void {
  const atEnd = index === walk.own.steps.length - 1;
  if (step.kind === 'advance' && walk.parked.size === 0 && atEnd) {
    throw new CaseError(
      `step ${index + 1} asserts nothing: time passes at the end with nothing parked`,
    );
  }
}

function walkStep(walk: Walk, step: Step): void {
  switch (step.kind) {
    case 'request':
      if (walk.parked.has(step.handle)) {
        throw new CaseError(
          `'${step.handle}' is parked already; name this request with 'as' and give it a 'connection'`,
        );
      }
      checkRequest(walk, step);
      settle(walk, step.outcomes, new Map([[step.handle, parkedBy(step)]]));
      break;
    case 'race':
      settle(walk, step.outcomes, checkRace(walk, step.requests));
      break;
    case 'advance':
      if (durationForCheck(step.duration) < 0) {
        throw new CaseError(`'${step.duration}' is negative; time only goes forward`);
      }
      settle(walk, step.outcomes, new Map());
      break;
    case 'control':
      checkDeed(walk, step.deed);
      settle(walk, step.outcomes, new Map());
      break;
    case 'records':
      for (const record of step.records) {
        const template = templateContext(walk, 'A', 'JoinGroup');
        expectRecord(record, template, vocabularyOf(walk), walk.options.comparison);
      }
      break;
  }
  if (step.mark !== undefined) walk.bound.add(step.mark);
}

function checkDeed(walk: Walk, deed: Deed): void {
  if (deed.kind === 'fail-next-append' && deed.error !== 'NON_PROTOCOL_EXCEPTION') {
    vocabularyOf(walk).errorCode(deed.error);
  }
  if (deed.kind !== 'partition') return;
  for (const data of deed.log ?? []) {
    for (const name of loggedMembers(data)) walk.bound.add(name);
    const template = templateContext(walk, 'A', 'JoinGroup');
    buildLogged(data, template, vocabularyOf(walk), walk.options.comparison);
  }
}

function checkRace(walk: Walk, requests: readonly RequestData[]): Map<string, Parked> {
  const sent = new Map<string, Parked>();
  for (const request of requests) {
    if (request.request === 'join') {
      throw new CaseError(
        'a race sends each request once; write JoinGroup, and give an id out before where it takes one',
      );
    }
    if (sent.has(request.member) || walk.parked.has(request.member)) {
      throw new CaseError(
        `${request.member} has a request under way already; each one in a race needs a member of its own`,
      );
    }
    checkRequest(walk, request);
    sent.set(request.member, parkedBy(request));
  }
  return sent;
}

function parkedBy(request: RequestData): Parked {
  return { member: request.member, api: apiOf(request.request) };
}

function checkRequest(walk: Walk, request: RequestData): void {
  const api = apiOf(request.request);
  const version = versionOf(walk, api);
  const member = memberOf(walk, request.member);
  const fields = fillRequest(
    {
      api,
      version,
      member,
      memory: freshMemory(member),
      memberId: (name) => (walk.bound.has(name) ? String(standIn(name)) : undefined),
      memberOf: (name) => memberOf(walk, name),
    },
    fieldsFor(request.fields, walk.sweptVersion ?? version),
  );
  const schema = apiSchema(api).request;
  const { comparison } = walk.options;
  const body = buildBody({ schema, version, vocabulary: vocabularyOf(walk), comparison }, fields);
  try {
    encodeMessage(schema, version, body);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new CaseError(`'${error.path}' ${error.reason}`);
  }
}

/**
 * Checks every outcome. A request that only some outcomes answer may still be parked afterwards;
 * what any of them shows counts as bound.
 */
function settle(
  walk: Walk,
  outcomes: readonly AnswersData[],
  sent: ReadonlyMap<string, Parked>,
): void {
  const requests = new Map([...walk.parked, ...sent]);
  for (const { member, api } of requests.values()) {
    if (api === 'JoinGroup') walk.binding.add(member);
  }
  const answered = outcomes.map((outcome) => checkOutcome(walk, outcome, requests));
  for (const [handle, request] of requests) {
    const count = answered.filter((handles) => handles.has(handle)).length;
    if (count > 0 && request.api === 'JoinGroup') walk.bound.add(request.member);
    if (count === outcomes.length) walk.parked.delete(handle);
    else walk.parked.set(handle, request);
  }
}

/** Handles that the outcome answers. */
function checkOutcome(
  walk: Walk,
  outcome: AnswersData,
  requests: ReadonlyMap<string, Parked>,
): Set<string> {
  for (const handle of Object.keys(outcome)) {
    if (requests.has(handle)) continue;
    const known = [...requests.keys()].join(', ') || 'none';
    throw new CaseError(`no request '${handle}' is parked here; parked: ${known}`);
  }
  const answered = new Set<string>();
  for (const [handle, data] of Object.entries(outcome)) {
    const request = requests.get(handle);
    if (request !== undefined && checkExpectation(walk, request, data)) answered.add(handle);
  }
  return answered;
}

/** Whether the request is answered. */
function checkExpectation(walk: Walk, { member, api }: Parked, data: ExpectationData): boolean {
  const expanded = expandExpectation(templateContext(walk, member, api), data);
  if (expanded.kind === 'parked') return false;
  const schema = apiSchema(api).response;
  expectStruct(
    {
      schema,
      version: versionOf(walk, api),
      vocabulary: vocabularyOf(walk),
      comparison: walk.options.comparison,
    },
    schema.fields,
    expanded.fields,
  );
  return true;
}

function memberOf(walk: Walk, name: string): Member {
  return describeMember(name, walk.own.data.members ?? {});
}

function versionOf(walk: Walk, api: ApiName): number {
  const { sweep, versions } = walk.own.data;
  if (api === sweep && walk.sweptVersion !== null) return walk.sweptVersion;
  const allowed = versions?.[api];
  const { max } = apiSchema(api).versions;
  return allowed === undefined ? max : Math.min(max, parseVersions(allowed).max);
}

function templateContext(walk: Walk, sender: string, api: ApiName): TemplateContext {
  const version = versionOf(walk, api);
  return {
    api,
    version,
    sweptVersion: walk.sweptVersion ?? version,
    sender,
    member(name) {
      const member = memberOf(walk, name);
      return {
        ...member,
        protocol: firstProtocol(member),
        metadata: (protocol) => metadataOf(member, member.protocols, protocol),
      };
    },
  };
}

function vocabularyOf(walk: Walk): Vocabulary {
  const { errorNames } = walk.options;
  return {
    symbol(name) {
      if (walk.bound.has(name)) return standIn(name);
      if (walk.binding.has(name)) return undefined;
      const known = [...walk.bound].map((symbol) => `$${symbol}`).join(', ') || 'none';
      throw new CaseError(`$${name} is not bound here; bound so far: ${known}`);
    },
    groupId: (local) => local,
    errorCode(name) {
      if (errorNames.has(name)) return 0;
      throw new CaseError(
        `unknown error '${name}'; did you mean ${closest(name, [...errorNames])}?`,
      );
    },
    duration: durationForCheck,
  };
}

/** Members are capitals; the generation is a number, and so is a marked moment. */
function standIn(name: string): string | number | bigint {
  if (/^[A-Z]/.test(name)) return `id of ${name}`;
  return name === 'generation' ? 1 : 0n;
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
