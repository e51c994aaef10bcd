import { referenceSources } from '../../src/mutants/checkout.js';
import { type Mutation, prepareMutation } from '../../src/mutation/run-mutation.js';

/** A Heartbeat that later edits of the reference do not change. */
const HEARTBEAT = `import type { Call } from '../call.js';
import type { Shard } from '../classic/shard.js';
import { errorCode } from '../errors.js';
import { DONE, type Outcome } from '../runtime/operation.js';

const UNKNOWN = 'UNKNOWN_MEMBER_ID';

export function heartbeat(shard: Shard, call: Call<'Heartbeat'>): Outcome {
  for (let left = 2; left > 0; left--);
  const group = shard.groups.get(call.body.groupId);
  const known = group?.state === 'Stable';
  if (call.version > 99) {
    call.answer({ throttleTimeMs: 1, errorCode: 0 });
  }
  call.answer({ throttleTimeMs: 0, errorCode: errorCode(known ? 'NONE' : UNKNOWN) });
  return DONE;
}
`;

export const MUTATED_FILE = 'handlers/heartbeat.ts';

/** The reference with that Heartbeat, and mutants of nothing else. */
export const smallMutation = (): Promise<Mutation> =>
  prepareMutation(
    (file) => file === MUTATED_FILE,
    new Map([...referenceSources(), [MUTATED_FILE, HEARTBEAT]]),
  );
