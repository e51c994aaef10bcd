import type { GivenFields, Sequence } from '../sequence.js';
import type { Entry } from './transcript.js';

/** Whether someone was let in who names a protocol twice: Apache Kafka then counts wrong (MEMBER-06). */
export function restsOnRepeatedName({ sent, answers, failed }: Entry): boolean {
  if (sent?.api !== 'JoinGroup') return false;
  const own = answers.find(({ request }) => request.requestId === sent.requestId);
  // A replacement that was undone has counted all the same (STATIC-03).
  const refused = own !== undefined && own.answer.body['errorCode'] !== 0 && failed === null;
  const names = namesIn(sent.body['protocols']);
  return !refused && new Set(names).size < names.length;
}

/** The same with every protocol of a JoinGroup named once. */
export function namingOnce(sequence: Sequence): Sequence {
  return {
    ...sequence,
    moves: sequence.moves.map((move) => {
      if (move.kind !== 'request' || move.api !== 'JoinGroup') return move;
      const { protocols } = move.fields;
      const names = namesIn(protocols);
      if (!Array.isArray(protocols) || new Set(names).size === names.length) return move;
      const once = protocols.filter((_protocol, index) => !names.includes(names[index], index + 1));
      return { ...move, fields: { ...move.fields, protocols: once } };
    }),
  };
}

function namesIn(protocols: unknown): readonly unknown[] {
  return Array.isArray(protocols) ? protocols.map((protocol: GivenFields) => protocol['name']) : [];
}
