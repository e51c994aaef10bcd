import type { Level } from '../spec/levels.js';
import type { Case } from '../suite/cases/case-types.js';

/** The last level that takes a case; null when none does. */
export function levelOf(levels: readonly Level[], own: Pick<Case, 'data' | 'needs'>): Level | null {
  return levels.findLast((level) => takes(level, own)) ?? null;
}

function takes({ takes: wanted }: Level, { data, needs }: Pick<Case, 'data' | 'needs'>): boolean {
  const families = data.rules.map((rule) => rule.replace(/-.*$/, ''));
  return (
    wanted.everything === true ||
    wanted.families?.some((family) => families.includes(family)) === true ||
    (wanted.staticMembers === true && hasStaticMember(data)) ||
    wanted.needs?.some((need) => [...needs].some((one) => one === need)) === true
  );
}

function hasStaticMember({ members = {} }: Case['data']): boolean {
  return Object.values(members).some(({ groupInstanceId }) => groupInstanceId !== undefined);
}

/** Whether a level can be granted although the case has not run. */
export function isBeyond(
  { beyond }: Level,
  { data, needs }: Pick<Case, 'data' | 'needs'>,
): boolean {
  const asksForSettings = Object.keys(data.configuration ?? {}).length > 0;
  return (
    [...needs].some((need) => beyond.includes(need)) ||
    (asksForSettings && beyond.includes('configure'))
  );
}
