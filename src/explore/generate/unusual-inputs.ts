import { isMap } from '../../suite/judge/field-values.js';
import { isOrdinary } from '../ordinary.js';
import type { Given, GivenFields, Move } from '../sequence.js';

/**
 * Fields of a request that an ordinary client would have filled otherwise, each with the kind of its
 * value: what tells apart requests that take the same path for different reasons.
 */
export function unusualInputs(move: Move): readonly string[] {
  if (move.kind !== 'request') return [];
  const { api, client } = move;
  const inputs = Object.entries(move.fields).flatMap(([field, value]) => {
    const kind = kindOf(field, value, client);
    return kind === null ? [] : [`${api} ${field} ${kind}`];
  });
  return move.clientId === null ? [...inputs, `${api} without a client id`] : inputs;
}

function kindOf(field: string, value: Given, client: string): string | null {
  if (isOrdinary(field, value)) return null;
  const text = JSON.stringify(value);
  switch (field) {
    case 'memberId':
      return idKind(value, client);
    case 'groupInstanceId':
      return value === null || /^"[a-z]"$/.test(text) ? null : text;
    case 'generationId':
      return partOf(value, 'plus') === 0 ? null : generationKind(value);
    case 'members':
      return Array.isArray(value) && value.length !== 1 ? membersKind(value, client) : null;
    case 'assignments':
      return Array.isArray(value) ? `${Math.min(value.length, 3)}` : null;
    case 'protocols':
      return text.replaceAll(/"subscription":"[^"]*"/g, '"usual"');
    default:
      return text;
  }
}

/** Of a reference or a structure; undefined where there is none. */
function partOf(value: Given, name: string): Given | undefined {
  return isMap(value) ? (value as GivenFields)[name] : undefined;
}

function idKind(value: Given, client: string): string | null {
  if (value === '') return 'none';
  const owner = partOf(value, 'idOf');
  if (typeof owner !== 'string') return "a stranger's";
  if (owner === client) return null;
  return owner.slice(0, 1) === client.slice(0, 1) ? 'that of before the restart' : "another's";
}

function generationKind(value: Given): string {
  const plus = partOf(value, 'plus');
  return plus === undefined ? JSON.stringify(value) : `${String(plus)} from its own`;
}

function membersKind(members: readonly Given[], client: string): string {
  const kinds = members.map(
    (member) => idKind(partOf(member, 'memberId') ?? '', client) ?? 'its own',
  );
  return kinds.toSorted().join(', ');
}
