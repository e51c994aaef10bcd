import {
  AdapterError,
  type Answer,
  type OutgoingRequest,
  type Session,
} from '../../adapter/adapter.js';
import { type ApiName, apiSchema } from '../../protocol/apis.js';
import type { MessageBody, MessageValue } from '../../protocol/message-body.js';
import type { Comparison } from '../../spec/comparison.js';
import { apiOf } from '../cases/case-steps.js';
import type { RequestData } from '../cases/case-types.js';
import { CaseError, type Vocabulary } from '../cases/vocabulary.js';
import { type Durations, evaluateDuration } from '../expand/durations.js';
import type { Expansion } from '../expand/expansion.js';
import {
  describeMember,
  freshMemory,
  type Member,
  type MemberMemory,
  metadataOf,
  rememberJoin,
} from '../expand/members.js';
import type { TemplateContext } from '../expand/templates.js';
import { buildBody, isMap } from '../judge/field-values.js';
import type { Exchange } from '../verdict.js';
import { createRenderer, type Renderer } from './render.js';
import { fieldsFor, fillRequest, firstProtocol } from './requests.js';
import { Symbols } from './symbols.js';

/** A request that has been sent and not been answered. */
export interface Outstanding {
  readonly requestId: number;
  /** Name under which steps release it. */
  readonly handle: string;
  readonly member: string;
  readonly api: ApiName;
  readonly version: number;
  readonly body: MessageBody;
  readonly previousProtocols: MemberMemory['protocols'];
}

export interface Arrived {
  readonly request: Outstanding;
  readonly answer: Answer;
}

/** One message of an exchange, without the step that only the run as a whole knows. */
export type Message = Omit<Exchange, 'step'>;

export interface ErrorNames {
  code(name: string): number;
  name(code: number): string;
}

/** Everything one run of one expansion knows. Created per attempt, thrown away after it. */
export interface RunState {
  readonly session: Session;
  readonly expansion: Expansion;
  readonly comparison: Comparison;
  readonly symbols: Symbols;
  readonly vocabulary: Vocabulary;
  readonly renderer: Renderer;
  readonly outstanding: Map<number, Outstanding>;
  /** What has become of the partition that hosts the groups. */
  readonly partition: { is: 'served' | 'unloaded' | 'loading' };
  /**
   * Messages so far, without the first `from`. Rendered only now: ids of members are known by name as
   * late as possible.
   */
  messages(from?: number): Message[];
  /** How many messages there are so far. */
  messageCount(): number;
  member(name: string): Member;
  memory(name: string): MemberMemory;
  /** Sends a request of a member; its answer comes out of `collect`. */
  send(request: RequestData, handle: string, connection: string): Promise<Outstanding>;
  /** Takes in what has arrived: logs it and lets its member learn from it. */
  collect(): Arrived[];
  /** Throws AdapterError once an answer has come to a request that was not waiting for one. */
  requireOnlyAsked(): void;
  templateContext(request: Pick<Outstanding, 'member' | 'api' | 'version'>): TemplateContext;
}

export function createRunState(
  session: Session,
  expansion: Expansion,
  comparison: Comparison,
  errors: ErrorNames,
): RunState {
  const settings = expansion.case.data.members ?? {};
  const symbols = new Symbols();
  const members = new Map<string, Member>();
  const memories = new Map<string, MemberMemory>();
  const outstanding = new Map<number, Outstanding>();
  const messages: (() => Message)[] = [];
  const sentIds = new Set<string>();
  const renderer = createRenderer(symbols, expansion.groupPrefix, errors, (id) => sentIds.has(id));
  let nextRequestId = 1;
  let stray: number | null = null;

  const member = (name: string): Member => {
    let found = members.get(name);
    if (found === undefined) {
      found = describeMember(name, settings);
      members.set(name, found);
      memories.set(name, freshMemory(found));
    }
    return found;
  };
  const memory = (name: string): MemberMemory => {
    member(name);
    const found = memories.get(name);
    if (found === undefined) throw new CaseError(`no member ${name}`);
    return found;
  };
  const memberId = (name: string): string | undefined => {
    const id = symbols.get(name);
    return typeof id === 'string' ? id : undefined;
  };
  const vocabulary = runVocabulary(symbols, expansion, errors);

  return {
    session,
    expansion,
    comparison,
    symbols,
    vocabulary,
    renderer,
    outstanding,
    partition: { is: 'served' },
    messages: (from = 0) => messages.slice(from).map((render) => render()),
    messageCount: () => messages.length,
    member,
    memory,

    async send(data, handle, connection) {
      const api = apiOf(data.request);
      const version = versionOf(expansion, api);
      const sender = member(data.member);
      const own = memory(data.member);
      const given = fieldsFor(data.fields, expansion.swept?.version ?? version);
      const fields = fillRequest(
        { api, version, member: sender, memory: own, memberId, memberOf: member },
        given,
      );
      const body = buildBody(
        { schema: apiSchema(api).request, version, vocabulary, comparison },
        fields,
      );
      for (const id of memberIdsIn(body)) sentIds.add(id);
      const request: Outstanding = {
        requestId: nextRequestId++,
        handle,
        member: data.member,
        api,
        version,
        body,
        previousProtocols: own.protocols,
      };
      if (api === 'JoinGroup' && given['protocols'] !== undefined) {
        own.protocols = given['protocols'] as MemberMemory['protocols'];
      }
      outstanding.set(request.requestId, request);
      const sentAt = session.clock.now();
      messages.push(() => logEntry(request, 'request', sentAt, renderer.body(body)));
      const outgoing: OutgoingRequest = {
        id: request.requestId,
        connection,
        clientId: sender.clientId,
        api,
        version,
        body,
      };
      await session.send(outgoing);
      return request;
    },

    collect() {
      const arrived: Arrived[] = [];
      for (const answer of session.takeAnswers()) {
        const request = outstanding.get(answer.requestId);
        if (request === undefined) {
          stray ??= answer.requestId;
          continue;
        }
        outstanding.delete(answer.requestId);
        arrived.push({ request, answer });
        learn(request, answer);
        messages.push(() => ({
          ...logEntry(request, 'answer', answer.at, answerText(answer)),
          outcome: outcomeOf(answer),
        }));
      }
      return arrived;
    },

    requireOnlyAsked() {
      if (stray === null) return;
      const why =
        stray > 0 && stray < nextRequestId ? 'has been answered before' : 'was never sent';
      throw new AdapterError(`the adapter answered request ${stray}, which ${why}`);
    },

    templateContext({ member: sender, api, version }) {
      return {
        api,
        version,
        sweptVersion: expansion.swept?.version ?? version,
        sender,
        member(name) {
          const described = member(name);
          const { protocols } = memory(name);
          return {
            groupInstanceId: described.groupInstanceId,
            clientId: described.clientId,
            protocolType: described.protocolType,
            protocol: firstProtocol({ ...described, protocols }),
            sessionTimeout: described.sessionTimeout,
            rebalanceTimeout: described.rebalanceTimeout,
            metadata: (protocol) => metadataOf(described, protocols, protocol),
          };
        },
      };
    },
  };

  function answerText(answer: Answer): string {
    return answer.kind === 'response'
      ? renderer.body(answer.body)
      : `${answer.kind}: ${answer.reason}`;
  }

  function outcomeOf(answer: Answer): string {
    return answer.kind === 'response' ? renderer.outcome(answer.body) : answer.kind;
  }

  function learn(request: Outstanding, answer: Answer): void {
    if (request.api !== 'JoinGroup') return;
    const own = memory(request.member);
    const error = answer.kind === 'response' ? errors.name(Number(answer.body['errorCode'])) : '';
    if (answer.kind !== 'response' || (error !== 'NONE' && error !== 'MEMBER_ID_REQUIRED')) {
      own.protocols = request.previousProtocols;
      return;
    }
    const id = answer.body['memberId'];
    const fresh = typeof id === 'string' && id !== '' && symbols.nameOf(id) === undefined;
    if (fresh && symbols.get(request.member) === undefined) symbols.bind(request.member, id);
    if (error === 'NONE') rememberJoin(own, answer.body);
  }
}

function versionOf(expansion: Expansion, api: ApiName): number {
  const version = expansion.versions.get(api);
  if (version === undefined) throw new CaseError(`no version of ${api} was chosen for this case`);
  return version;
}

function runVocabulary(symbols: Symbols, expansion: Expansion, errors: ErrorNames): Vocabulary {
  const durations: Durations = expansion.durations;
  return {
    symbol: (name) => symbols.get(name) as MessageValue | undefined,
    groupId: (local) => (local === '' ? '' : `${expansion.groupPrefix}${local}`),
    errorCode: errors.code,
    duration: (expression) => evaluateDuration(expression, durations),
  };
}

function logEntry(
  request: Outstanding,
  direction: Exchange['direction'],
  at: number,
  body: string,
): Message {
  return {
    request: request.requestId,
    at: Math.round(at),
    direction,
    member: request.member,
    api: request.api,
    version: request.version,
    body,
  };
}

/** In the fields of a request and of its entries. */
function memberIdsIn(body: MessageBody): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === 'memberId') return typeof value === 'string' ? [value] : [];
    const entries: readonly MessageValue[] = Array.isArray(value) ? value : [];
    return entries.flatMap((entry) => (isMap(entry) ? memberIdsIn(entry as MessageBody) : []));
  });
}
