import type { LogRecord as ReferenceRecord } from '../../../reference/runtime/log.js';
import type {
  Answer,
  Awaitable,
  Configuration,
  Implementation,
  LogRecord,
  Session,
} from '../../adapter/adapter.js';
import type { MessageBody } from '../../protocol/message-body.js';
import { chooseDurations, type Durations, evaluateDuration } from '../../suite/expand/durations.js';
import type { ExploredApi, Move, RequestMove, Sequence } from '../sequence.js';
import { type Adoption, createAdoption } from './adoption.js';
import { type Clients, createClients } from './clients.js';
import type { CompareContext } from './comparer.js';
import { clientIdOf, freeConnection } from './connections.js';
import { buildAction } from './control.js';
import { compareRecords, compareStep, type Divergence } from './divergence.js';
import { createIdentities, type Identities } from './identities.js';
import type { Messages } from './messages.js';
import { createModel, type Model, type ModelAnswer, type ModelOptions } from './model.js';
import { createRealTime, type RealTime, type RealTimeOptions } from './real-time.js';
import type { Meanings } from './request-builder.js';
import { createSameTimes } from './same-times.js';

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
  /** The request that the move was; null for other moves. */
  readonly request: Outstanding | null;
  /** Time of the model after it, in ms. */
  readonly at: number;
  /** Rules that the reference followed, in their order, repetitions included. */
  readonly rules: readonly string[];
  /** Answers of the model, those of parked requests included. */
  readonly answers: readonly AnsweredRequest[];
  /** That the model has written. */
  readonly records: readonly ReferenceRecord[];
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
  /** Groups in which the model had to choose without being told what the implementation chose. */
  readonly unseenChoices: ReadonlySet<string>;
  /** The client that has this id of the model. */
  clientOf(memberId: string): string | undefined;
  /** Nothing may follow a step that diverged. Throws AdapterError for a fault of the adapter. */
  take(move: Move): Promise<Step>;
}

/** A move on its way to the implementation. */
interface Made {
  readonly request: Outstanding | null;
  readonly moved: Awaitable<void>;
  /** Makes the model move. */
  readonly act: () => void;
}

/** What it threw, as a sentence; null if it returned. */
function thrownBy(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export interface LockStepOptions {
  /** What the model is made of; absent: the reference. */
  readonly createCoordinator?: ModelOptions['createCoordinator'];
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
  /** How time is kept on a real clock. */
  readonly realTime: RealTimeOptions;
}

export function startLockStep(options: LockStepOptions): LockStep {
  const { session, implementation, messages, versions, groupPrefix } = options;
  const { clock } = session;
  const identities = createIdentities(options.exact);
  const adoption = createAdoption(
    identities,
    (groupId) => model.coordinator.groups.get(groupId),
    () => model.coordinator.log.commitsHeld || clock.kind === 'real',
  );
  const clients = createClients();
  const model = createModel({
    ...(options.createCoordinator === undefined
      ? {}
      : { createCoordinator: options.createCoordinator }),
    configuration: options.configuration,
    seed: options.seed,
    choose: adoption.choose,
    onMade: identities.made,
  });
  const outstanding = new Map<number, Outstanding>();
  const durations = chooseDurations(
    options.configuration,
    clock.kind,
    2 * options.realTime.toleranceMs,
  );
  const realTime =
    clock.kind === 'real' ? createRealTime(session, clock, model, options.realTime) : null;
  const evaluated = new Map<string, number>();
  const showsRecords = implementation.capabilities.has('records');
  const groupId = (local: string) => (local === '' ? '' : `${groupPrefix}${local}`);
  const sameTimes = options.exact && clock.kind === 'virtual' ? createSameTimes() : null;
  const context: CompareContext = { identities, groupId, sameTimes };
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
    const earlier = realTime === null ? null : await passDeadlines(move, realTime);
    if (earlier !== null && earlier.divergence !== null) return earlier;
    const { request, moved, act } = moveImplementation(move);
    if (moved !== undefined) await moved;
    const settled = session.settle();
    if (settled !== undefined) await settled;
    if (move.kind !== 'advance') realTime?.requireInTime();
    const came = session.takeAnswers();
    adoption.prepare(came, joinRequest);
    const fault = thrownBy(act);
    if (fault !== null) {
      const divergence: Divergence = { kind: 'crash', of: 'reference', reason: fault };
      const rules = model.takeRules();
      return { move, request, at: model.now(), rules, answers: [], records: [], divergence };
    }
    const due = model.takeAnswers();
    const all = realTime === null ? came : await realTime.withLateOnes(came, due);
    const differing = compareAnswers(all, due);
    const taken = differing === null && showsRecords ? session.takeRecords() : null;
    const written = taken === null || Array.isArray(taken) ? taken : await taken;
    const own = settleUp(move, request, due, differing, written);
    return earlier === null ? own : { ...own, answers: [...earlier.answers, ...own.answers] };
  }

  /** On a real clock timers may be due before a move can be made; null if none were. */
  async function passDeadlines(move: Move, realTime: RealTime): Promise<Step | null> {
    const moment = realTime.nextClearMoment();
    if (moment <= clock.now()) {
      model.advance(Math.round(clock.now()) - model.now());
      return null;
    }
    await realTime.until(moment);
    const came = session.takeAnswers();
    adoption.prepare(came, joinRequest);
    model.advance(Math.round(clock.now()) - model.now());
    const due = model.takeAnswers();
    const differing = compareAnswers(await realTime.withLateOnes(came, due), due);
    const written = differing === null && showsRecords ? await session.takeRecords() : null;
    return settleUp(move, null, due, differing, written);
  }

  /** Makes the implementation move. */
  function moveImplementation(move: Move): Made {
    switch (move.kind) {
      case 'request': {
        const built = messages.request(move.api, versions[move.api])(meanings, move.fields);
        const request = open(move, built.model);
        const clientId = clientIdOf(move);
        const moved = session.send({
          id: request.requestId,
          connection: request.connection,
          clientId,
          api: move.api,
          version: request.version,
          body: built.implementation,
        });
        return { request, moved, act: () => model.send(request, clientId) };
      }
      case 'advance': {
        const ms = distance(move.by);
        if (clock.kind === 'virtual') {
          return { request: null, moved: clock.advance(ms), act: () => model.advance(ms) };
        }
        let until = model.now();
        const waited = clock.waitUntil(realTime?.clearFrom(model.now() + ms) ?? 0);
        const moved = waited.then(() => {
          until = Math.round(clock.now());
        });
        return { request: null, moved, act: () => model.advance(until - model.now()) };
      }
      case 'control': {
        const action = buildAction(move.deed, { messages, meanings, clients });
        const moved = session.control(action.implementation);
        return { request: null, moved, act: () => model.control(action.model) };
      }
    }
  }

  function open(move: RequestMove, body: MessageBody): Outstanding {
    const request: Outstanding = {
      requestId: ++requests,
      client: move.client,
      connection: freeConnection(outstanding, move.client),
      api: move.api,
      version: versions[move.api],
      body,
    };
    outstanding.set(request.requestId, request);
    if (move.api === 'JoinGroup') {
      clients.get(move.client).offered = move.fields['protocols'] ?? null;
    }
    return request;
  }

  function distance(by: Extract<Move, { kind: 'advance' }>['by']): number {
    if ('duration' in by) return Math.max(0, meanings.durationOf(by.duration));
    const next = model.nextDeadline();
    return next === null
      ? durations.ε
      : Math.max(0, next - model.now() + by.deadline * durations.ε);
  }

  function joinRequest(requestId: number): ReturnType<Parameters<Adoption['prepare']>[1]> {
    const request = outstanding.get(requestId);
    if (request?.api !== 'JoinGroup') return undefined;
    return { client: request.client, group: String(request.body['groupId']) };
  }

  function compareAnswers(
    came: readonly Answer[],
    modelAnswers: readonly ModelAnswer[],
  ): Divergence | null {
    return compareStep({
      came,
      modelAnswers,
      outstanding,
      context,
      messages,
      timeTolerance: realTime === null ? 0 : options.realTime.toleranceMs,
      exact: options.exact,
      illegal: adoption.takeIllegal(),
    });
  }

  /**
   * The answers have been compared; what is left are the records, and that clients learn what they
   * were told.
   *
   * @param written by the implementation; null if nobody knows
   */
  function settleUp(
    move: Move,
    own: Outstanding | null,
    modelAnswers: readonly ModelAnswer[],
    differing: Divergence | null,
    written: readonly LogRecord[] | null,
  ): Step {
    const records = model.takeRecords();
    const divergence =
      differing ?? (written && compareRecords(context, messages, records, written));
    const answers: AnsweredRequest[] = [];
    for (const answer of modelAnswers) {
      const request = outstanding.get(answer.requestId);
      if (request === undefined) continue;
      outstanding.delete(answer.requestId);
      answers.push({ request, answer });
      if (request.api === 'JoinGroup') clients.learnJoin(request.client, answer.body);
    }
    const rules = model.takeRules();
    return { move, request: own, at: model.now(), rules, answers, records, divergence };
  }

  return {
    model,
    clients,
    identities,
    durations,
    versions,
    outstanding,
    unseenChoices: adoption.unseen,
    clientOf: (memberId) => identities.ownerOf(memberId) ?? clients.ownerOf(memberId),
    take,
  };
}
