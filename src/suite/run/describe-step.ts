import { apiOf } from '../cases/case-steps.js';
import type { Deed, OpeningStep, RequestData, Step } from '../cases/case-types.js';
import type { Expansion } from '../expand/expansion.js';
import type { Position } from './attempt.js';

/** A step as a person would say it, with its number and versions. */
export function describeStep(expansion: Expansion, position: Position): string {
  const words = describePosition(expansion, position);
  return position.kind === 'opening'
    ? `opening '${expansion.case.opening?.name}': ${words}`
    : `step ${position.index + 1}: ${words}`;
}

/** The same without number. */
export function describePosition(expansion: Expansion, position: Position): string {
  const version = (request: RequestData['request']) => {
    const api = apiOf(request);
    const chosen = expansion.versions.get(api);
    return `${request === 'join' ? 'joins (JoinGroup' : `sends ${api}`}${chosen === undefined ? '' : ` v${chosen}`}${request === 'join' ? ')' : ''}`;
  };
  return position.kind === 'opening'
    ? describeOpeningStep(position.step)
    : describeCaseStep(position.step, version);
}

export function describeCaseStep(
  step: Step,
  call: (request: RequestData['request']) => string = (request) => `sends ${request}`,
): string {
  switch (step.kind) {
    case 'request':
      return `${step.member} ${call(step.request)}`;
    case 'race':
      return `at once: ${step.requests.map((one) => `${one.member} ${call(one.request)}`).join(', ')}`;
    case 'advance':
      return `time passes: ${step.duration}`;
    case 'records':
      return 'look at the records written';
    case 'control':
      return describeDeed(step.deed);
  }
}

function describeDeed(deed: Deed): string {
  switch (deed.kind) {
    case 'fail-next-append':
      return `the next append fails with ${deed.error}`;
    case 'commits':
      return `commits are ${deed.to}`;
    case 'partition':
      return `the partition is ${deed.to}`;
  }
}

export function describeOpeningStep(step: OpeningStep): string {
  const who = step.members.join(', ');
  switch (step.kind) {
    case 'form':
      return `${who} join, and join again where left behind, until they share one generation led by ${step.members[0]}`;
    case 'sync': {
      const [leader = '', ...followers] = step.members;
      const first = followers.length > 0 ? `${followers.join(', ')} sync, then ` : '';
      return `${first}${leader} syncs as leader and gives each member X the bytes assignment-X`;
    }
    case 'ask':
      return `${who}: ${step.request}, ${step.outcome === 'answered' ? 'answered NONE' : step.outcome}`;
  }
}
