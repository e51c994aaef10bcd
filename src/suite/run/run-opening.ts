import type { OpeningStep, RequestData } from '../cases/case-types.js';
import { describeActual } from '../judge/judge.js';
import type { Pace } from '../time/pace.js';
import { requireConnections } from './connections.js';
import { differs } from './interrupt.js';
import type { Arrived, RunState } from './run-state.js';

/**
 * Openings bring a group somewhere; they check only what the case needs to go on, so that a case
 * fails for its own reason. An implementation that cannot get there fails the case at its opening.
 */
export async function runOpeningStep(
  state: RunState,
  pace: Pace,
  index: number,
  step: OpeningStep,
): Promise<void> {
  switch (step.kind) {
    case 'form':
      return formGeneration(state, pace, index, step.members);
    case 'sync':
      return syncAll(state, pace, step.members);
    case 'ask':
      for (const member of step.members) await ask(state, pace, member, step);
  }
}

/** More rounds than any implementation needs that ever gets there. */
const MAX_ROUNDS = 5;

/** The part of a session that those who joined together may be answered after each other. */
const STRAGGLING = 4;

/** Members join, and join again where a newer generation leaves them behind, as clients do. */
async function formGeneration(
  state: RunState,
  pace: Pace,
  index: number,
  members: readonly string[],
): Promise<void> {
  const { durations } = state.expansion;
  const limit = durations.rebalanceTimeout + durations.initialRebalanceDelay;
  const generations = new Map<string, number>();
  const waiting = new Set<string>();
  const takeIn = (arrived: readonly Arrived[]) => {
    requireConnections(arrived);
    for (const item of arrived) {
      waiting.delete(item.request.member);
      requireError(state, item, 'NONE');
      generations.set(item.request.member, state.memory(item.request.member).generationId);
    }
  };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const newest = Math.max(...generations.values(), -1);
    for (const member of members) {
      const behind = generations.get(member) !== newest || waiting.size > 0;
      if (waiting.has(member) || (round > 0 && !behind)) continue;
      waiting.add(member);
      takeIn(await joinWithHandshake(state, pace, member));
    }
    if (waiting.size === members.length) {
      let arrived: Arrived[] = [];
      await pace.wait(index, limit, durations.initialRebalanceDelay, () => {
        arrived = arrived.concat(state.collect());
        return arrived.length > 0;
      });
      takeIn(arrived);
      if (waiting.size === members.length) break;
      // Some implementations answer each join a while after it came: who hurries to join again
      // would never meet the others.
      const behind = waiting.size;
      const late: Arrived[] = [];
      await pace.handshake(() => {
        late.push(...state.collect());
        return late.length >= behind;
      }, durations.sessionTimeout / STRAGGLING);
      takeIn(late);
    }
    await state.session.settle();
    takeIn(state.collect());
    if (waiting.size === 0 && new Set(generations.values()).size === 1) {
      return requireLeader(state, members);
    }
  }
  throw differs(`${members.join(', ')} never shared a generation`, [
    {
      path: 'generationId',
      expected: `one generation of ${members.join(', ')}`,
      actual: members
        .map((name) => `${name}: ${waiting.has(name) ? 'no answer' : generations.get(name)}`)
        .join(', '),
    },
  ]);
}

function requireLeader(state: RunState, members: readonly string[]): void {
  const [first = ''] = members;
  const leader = state.memory(first).leader;
  state.symbols.bind('generation', state.memory(first).generationId);
  if (leader !== null && leader === state.symbols.get(first)) return;
  throw differs(`the first member to join does not lead`, [
    { path: 'leader', expected: `$${first}`, actual: state.renderer.value(leader) },
  ]);
}

/** Sends a join; from version 4 again with the id that the first one was handed. */
export async function joinWithHandshake(
  state: RunState,
  pace: Pace,
  member: string,
  request: RequestData = { member, request: 'join', fields: {} },
  handle = member,
  connection = member,
): Promise<Arrived[]> {
  const first = await state.send(request, handle, connection);
  await state.session.settle();
  const arrived = state.collect();
  const isFirst = (item: Arrived) => item.request.requestId === first.requestId;
  const handshake =
    first.version >= 4 &&
    first.body['memberId'] === '' &&
    (first.body['groupInstanceId'] ?? null) === null;
  if (!handshake) return arrived;
  await pace.handshake(() => {
    arrived.push(...state.collect());
    return arrived.some(isFirst);
  });
  if (!arrived.some((item) => isFirst(item) && isHandedOut(state, item))) return arrived;
  await state.send(request, handle, connection);
  await state.session.settle();
  return [...arrived.filter((item) => !isFirst(item)), ...state.collect()];
}

function isHandedOut(state: RunState, { answer }: Arrived): boolean {
  return (
    answer.kind === 'response' && errorOf(state, answer.body['errorCode']) === 'MEMBER_ID_REQUIRED'
  );
}

async function syncAll(state: RunState, pace: Pace, members: readonly string[]): Promise<void> {
  const [leader = '', ...followers] = members;
  let arrived: Arrived[] = [];
  for (const member of followers) {
    await state.send({ member, request: 'SyncGroup', fields: {} }, member, member);
    await state.session.settle();
  }
  const assignments = Object.fromEntries(members.map((name) => [name, `assignment-${name}`]));
  await state.send(
    { member: leader, request: 'SyncGroup', fields: { assignments } },
    leader,
    leader,
  );
  await state.session.settle();
  await pace.answers(() => {
    arrived = arrived.concat(state.collect());
    return arrived.length >= members.length;
  });
  arrived = arrived.concat(state.collect());
  requireConnections(arrived);
  for (const item of arrived) requireError(state, item, 'NONE');
  requireNoneOutstanding(state);
}

async function ask(
  state: RunState,
  pace: Pace,
  member: string,
  step: Extract<OpeningStep, { kind: 'ask' }>,
): Promise<void> {
  const request: RequestData = { member, request: step.request, fields: {} };
  let arrived: Arrived[] = [];
  if (step.request === 'join') {
    arrived = await joinWithHandshake(state, pace, member);
  } else {
    await state.send(request, member, member);
    await state.session.settle();
  }
  if (step.outcome === 'parked') {
    arrived = arrived.concat(state.collect());
    requireConnections(arrived);
    const own = arrived.find((item) => item.request.member === member);
    if (own === undefined) return;
    throw differs(`${member}'s ${step.request} was not parked`, [
      {
        path: `${member}: ${own.request.api}`,
        expected: 'no answer: the request is parked',
        ...describeActual(state, own.answer),
        request: own.request.requestId,
      },
    ]);
  }
  await pace.answers(() => {
    arrived = arrived.concat(state.collect());
    return arrived.some((item) => item.request.member === member);
  });
  arrived = arrived.concat(state.collect());
  requireConnections(arrived);
  for (const item of arrived) {
    requireError(state, item, step.outcome === 'answered' ? 'NONE' : 'MEMBER_ID_REQUIRED');
  }
  if ([...state.outstanding.values()].some((request) => request.member === member)) {
    requireNoneOutstanding(state);
  }
}

function requireError(state: RunState, item: Arrived, expected: string): void {
  const { request, answer } = item;
  if (answer.kind === 'response') {
    const members = request.api === 'LeaveGroup' ? answer.body['members'] : undefined;
    const [entry] = Array.isArray(members) ? members : [];
    const codes = [
      answer.body['errorCode'],
      (entry as { errorCode?: number } | undefined)?.errorCode,
    ];
    if (codes.every((code) => code === undefined || errorOf(state, code) === expected)) return;
  }
  throw differs(`${request.member}'s ${request.api} was not answered ${expected}`, [
    {
      path: `${request.member}: errorCode`,
      expected,
      ...describeActual(state, item.answer),
      request: request.requestId,
    },
  ]);
}

function requireNoneOutstanding(state: RunState): void {
  const [request] = state.outstanding.values();
  if (request === undefined) return;
  throw differs(`${request.member}'s ${request.api} was not answered`, [
    {
      path: `${request.member}: ${request.api}`,
      expected: 'an answer with NONE',
      actual: 'no answer',
      request: request.requestId,
    },
  ]);
}

function errorOf(state: RunState, code: unknown): string {
  return state.renderer.errorName(Number(code));
}
