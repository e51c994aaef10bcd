import { UnwritableError } from './unwritable.js';
import type { Said } from './words.js';

/**
 * Lists of members have no order. One that is met in such a list for the first time is known by what
 * else is said of it, and two that are alike in all of that can be taken for each other. Throws
 * UnwritableError.
 *
 * @param known names of members that have been met before
 */
export function tellApart(members: unknown, known: ReadonlySet<string>): void {
  if (!Array.isArray(members)) return;
  const seen = new Set<string>();
  for (const { memberId, ...others } of members as readonly Said[]) {
    const name = /^\$([A-Z][0-9]?)$/.exec(String(memberId))?.[1];
    if (name === undefined || known.has(name)) continue;
    const looks = JSON.stringify(others);
    if (seen.has(looks)) throw new UnwritableError('it tells of members that look alike');
    seen.add(looks);
  }
}
