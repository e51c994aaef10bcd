import { apiSchema } from '../../protocol/apis.js';
import type { Comparison } from '../../spec/comparison.js';
import type { Problem } from '../../spec/problem.js';
import type { YamlSource } from '../../spec/yaml-source.js';
import { conditionHolds } from '../expand/versions.js';
import type { Case } from './case-types.js';
import { checkHead, type KnownNames } from './check-head.js';
import { walkCase } from './check-walk.js';

export interface CheckOptions extends KnownNames {
  readonly errorNames: ReadonlySet<string>;
  readonly comparison: Comparison;
}

/**
 * Checks what a schema cannot: that rules exist, symbols are bound before they are used, fields
 * and values fit their messages at every version, and every step can fail. It walks the case as a
 * run would, at each version of the swept API, with stand-ins for what an implementation makes up.
 */
export function checkCase(own: Case, source: YamlSource, options: CheckOptions): Problem[] {
  const problems = checkHead(own, source, options);
  const seen = new Set<string>();
  const versions = versionsToCheck(own);
  for (const [index, { when }] of own.steps.entries()) {
    if (when === undefined || own.data.sweep === undefined) continue;
    if (versions.some((version) => version !== null && conditionHolds(when, version))) continue;
    problems.push(
      source.problemAt(['steps', index], `no version that the case runs at is in ${when}`),
    );
  }
  for (const version of versions) {
    for (const { index, message } of walkCase(own, version, options)) {
      const key = `${index} ${message.replaceAll(/\bv?\d+\b/g, '')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      problems.push(source.problemAt(index < 0 ? [] : ['steps', index], message));
    }
  }
  return problems;
}

function versionsToCheck(own: Case): (number | null)[] {
  const { sweep, versions, members } = own.data;
  if (sweep === undefined) return [null];
  const range = apiSchema(sweep).versions;
  const allowed = versions?.[sweep];
  const isStatic = Object.values(members ?? {}).some((one) => one.groupInstanceId !== undefined);
  const lowest = sweep === 'JoinGroup' && isStatic ? 5 : range.min;
  const all: number[] = [];
  for (let version = lowest; version <= range.max; version++) {
    if (allowed === undefined || conditionHolds(allowed, version)) all.push(version);
  }
  return all;
}
