import { errorCode } from '../../../reference/errors.js';
import type { AnsweredRequest, Step } from '../lock-step/lock-step.js';
import { type Life, leadersOf } from './life.js';
import type { Report } from './violation.js';

const NONE = errorCode('NONE');

/** Whoever was told of a generation in this step was told of its one leader. */
export function checkToldLeaders(
  step: Step,
  lifeOf: (groupId: string) => Life | undefined,
  report: Report,
): void {
  for (const answered of step.answers) {
    if (answered.request.api !== 'JoinGroup') continue;
    if (answered.answer.body['errorCode'] !== NONE) continue;
    const groupId = String(answered.request.body['groupId']);
    const life = lifeOf(groupId);
    if (life !== undefined) checkTold(answered, life, step.move, report);
  }
}

function checkTold(
  { answer: { body } }: AnsweredRequest,
  life: Life,
  move: Step['move'],
  report: Report,
): void {
  const { groupId } = life.group;
  const generation = Number(body['generationId']);
  const memberId = String(body['memberId']);
  const leader = String(body['leader']);
  const leaders = leadersOf(life, generation);
  if (leaders === undefined) {
    report(
      'generation-grows-by-one',
      ['STATE-03', 'COMPLETE-06'],
      groupId,
      `told ${memberId} of generation ${generation} and is in generation ${life.generation}`,
    );
    return;
  }
  if (leaders.includes(leader)) return;
  // STATIC-07: the late commit of a restart tells of whoever has taken over meanwhile, or led then.
  if (leader !== memberId && move.kind === 'control' && move.deed.kind === 'release-commits') {
    return;
  }
  report(
    'one-leader-a-generation',
    ['COMPLETE-06', 'STATE-06'],
    groupId,
    `told ${memberId} that ${leader} leads generation ${generation}, which ` +
      `${leaders.join(' and then ') || 'nobody'} leads`,
  );
}

/** STATE-06: one of the members, nobody if there are none. */
export function checkLeader({ group }: Life, report: Report): void {
  const { leader, members, groupId } = group;
  if (leader === null ? members.size === 0 : members.has(leader)) return;
  report(
    'leader-is-a-member',
    ['STATE-06'],
    groupId,
    leader === null
      ? `has ${members.size} members and no leader`
      : `is led by ${leader}, who is not a member`,
  );
}
