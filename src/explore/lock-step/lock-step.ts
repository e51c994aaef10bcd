import type { Answer, Configuration, Implementation, Session } from '../../adapter/adapter.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { chooseDurations, type Durations, evaluateDuration } from '../../suite/durations.js';
import type { ExploredApi, Move, RequestMove, Sequence } from '../sequence.js';
import { letterOf } from '../sequence.js';
import { type Adoption, createAdoption } from './adoption.js';
import { type Clients, createClients } from './clients.js';
import type { CompareContext } from './comparer.js';
import { buildAction } from './control.js';
import { compareRecords, compareStep, type Divergence } from './divergence.js';
import { createIdentities, type Identities } from './identities.js';
import type { Messages } from './messages.js';
import { createModel, type Model, type ModelAnswer } from './model.js';
import type { Meanings } from './request-builder.js';

/** A request that neither side has answered. */
export interface Outstanding {
  readonly requestId: number;
  readonly client: string;
  readonly connection: string;
  readonly api: ExploredApi;
  readonly version: number;
  readonly body: MessageBody;
}

/** What a move brought about, the same on both sides unless there is a divergence. */
export interface Step {
  readonly move: Move;
  /** Time of the model after it, in ms. */
  readonly at: number;
  /** Rules that the reference followed, in their order, repetitions included. */
  readonly rules: readonly string[];
  /** Answers of the model, those of parked requests included. */
  readonly answers: readonly AnsweredRequest[];
  readonly divergence: Divergence | null;
}

export interface AnsweredRequest {
  readonly request: Outstanding;
  readonly answer: ModelAnswer;
}

/** The reference and an implementation side by side, from a fresh start. */
export interface LockStep {
  readonly model: Model;
  readonly clients: Clients;
  readonly identities: Identities;
  readonly durations: Durations;
  readonly versions: Sequence['versions'];
  readonly outstanding: ReadonlyMap<number, Outstanding>;
  /** The client that has this id of the model. */
  clientOf(memberId: string): string | undefined;
  /** Nothing may follow a step that diverged. Throws AdapterError for a fault of the adapter. */
  take(move: Move): Promise<Step>;
}

export interface LockStepOptions {
  readonly session: Session;
  readonly implementation: Implementation;
  /** All settings, those included that the sequence changes. */
  readonly configuration: Configuration;
  readonly versions: Sequence['versions'];
  readonly messages: Messages;
  /** Goes before the names of groups, where others share the implementation. */
  readonly groupPrefix: string;
  readonly seed: number;
  /** Whether implementation-defined behaviour has to be the reference's own. */
  readonly exact: boolean;
}

export function startLockStep(options: LockStepOptions): LockStep {
  const { session, implementation, messages, versions, groupPrefix } = options;
  const { clock } = session;
  const identities = createIdentities();
  const adoption = createAdoption(identities);
  const clients = createClients();
  const model = createModel({
    configuration: options.configuration,
    seed: options.seed,
    choose: adoption.choose,
    onMade: identities.made,
  });
  const outstanding = new Map<number, Outstanding>();
  const durations = chooseDurations(options.configuration, clock.kind, 1);
  const evaluated = new Map<string, number>();
  const showsRecords = implementation.capabilities.has('records');
  const groupId = (local: string) => (local === '' ? '' : `${groupPrefix}${local}`);
  const context: CompareContext = { identities, groupId };
  const meanings: Meanings = {
    idOf: (client) => clients.known(client)?.memberId ?? `nobody-${client}`,
    generationOf: (client) => clients.known(client)?.generation ?? -1,
    durationOf: (expression) => {
      let ms = evaluated.get(expression);
      if (ms === undefined) {
        ms = evaluateDuration(expression, durations);
        evaluated.set(expression, ms);
      }
      return ms;
    },
    toImplementation: identities.toImplementation,
    groupId,
  };
  let requests = 0;

  /** The implementation moves, then the model, then both are compared. */
  async function take(move: Move): Promise<Step> {
    const act = await moveImplementation(move);
    const came = session.takeAnswers();
    adoption.prepare(came, joinRequest);
    act();
    return finish(move, came);
  }

  /** Returns what the model has to do. */
  async function moveImplementation(move: Move): Promise<() => void> {
    switch (move.kind) {
      case 'request': {
        const built = messages.request(move.api, versions[move.api])(meanings, move.fields);
        const request = open(move, built.model);
        await session.send({
          id: request.requestId,
          connection: request.connection,
          clientId: letterOf(move.client),
          api: move.api,
          version: request.version,
          body: built.implementation,
        });
        await session.settle();
        return () => model.send({ ...request, clientId: letterOf(move.client) });
      }
      case 'advance': {
        const ms = distance(move.by);
        if (clock.kind === 'virtual') await clock.advance(ms);
        else await clock.waitUntil(clock.now() + ms);
        await session.settle();
        return () => model.advance(ms);
      }
      case 'control': {
        const action = buildAction(move.deed, { messages, meanings, clients });
        await session.control(action.implementation);
        await session.settle();
        return () => model.control(action.model);
      }
    }
  }

  function open(move: RequestMove, body: MessageBody): Outstanding {
    const request: Outstanding = {
      requestId: ++requests,
      client: move.client,
      connection: freeConnection(move.client),
      api: move.api,
      version: versions[move.api],
      body,
    };
    outstanding.set(request.requestId, request);
    if (move.api === 'JoinGroup') {
      clients.get(move.client).offered = JSON.stringify(move.fields['protocols'] ?? null);
    }
    return request;
  }

  /** A broker reads a connection's next request when it has answered the last. */
  function freeConnection(client: string): string {
    const taken = new Set<string>();
    for (const request of outstanding.values()) {
      if (request.client === client) taken.add(request.connection);
    }
    let name = client;
    for (let number = 2; taken.has(name); number++) name = `${client}-${number}`;
    return name;
  }

  function distance(by: Extract<Move, { kind: 'advance' }>['by']): number {
    if ('duration' in by) return Math.max(0, meanings.durationOf(by.duration));
    const next = model.nextDeadline();
    return next === null ? durations.ε : Math.max(0, next - model.now + by.deadline * durations.ε);
  }

  function joinRequest(requestId: number): ReturnType<Parameters<Adoption['prepare']>[1]> {
    const request = outstanding.get(requestId);
    if (request?.api !== 'JoinGroup') return undefined;
    return { client: request.client, group: String(request.body['groupId']) };
  }

  async function finish(move: Move, came: readonly Answer[]): Promise<Step> {
    const modelAnswers = model.takeAnswers();
    let divergence = compareStep({
      came,
      modelAnswers,
      outstanding,
      context,
      messages,
      compareTimes: clock.kind === 'virtual',
      exact: options.exact,
      illegal: adoption.takeIllegal(),
    });
    const records = model.takeRecords();
    if (showsRecords) {
      divergence ??= compareRecords(context, messages, records, await session.takeRecords());
    }
    const answers: AnsweredRequest[] = [];
    for (const answer of modelAnswers) {
      const request = outstanding.get(answer.requestId);
      if (request === undefined) continue;
      outstanding.delete(answer.requestId);
      answers.push({ request, answer });
      if (request.api === 'JoinGroup') clients.learnJoin(request.client, answer.body);
    }
    return { move, at: model.now, rules: model.takeRules(), answers, divergence };
  }

  return {
    model,
    clients,
    identities,
    durations,
    versions,
    outstanding,
    clientOf: (memberId) => identities.ownerOf(memberId) ?? clients.ownerOf(memberId),
    take,
  };
}
