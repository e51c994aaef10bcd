import type { CaseData } from './case-types.js';

/**
 * Whether a case asks for the group with the empty id. Groups have ids of their own in each run and
 * case; this one is the same for all of them, and an implementation that takes it for a group shows
 * in one case what another has done to it.
 */
export function asksForNamelessGroup({ steps }: Pick<CaseData, 'steps'>): boolean {
  return namesIt(steps);
}

function namesIt(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesIt);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) =>
    key === 'with' ? isAskedFor(inner) : namesIt(inner),
  );
}

function isAskedFor(fields: unknown): boolean {
  if (typeof fields !== 'object' || fields === null) return false;
  const { groupId, groups, groupsNames } = fields as Readonly<Record<string, unknown>>;
  return groupId === '' || [groups, groupsNames].flat().includes('');
}
