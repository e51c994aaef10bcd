import { errorCode } from '../../../reference/errors.js';
import type { MessageBody } from '../../protocol/message-body.js';
import type { Given } from '../sequence.js';

/** What a client has been told, as a real one remembers it. Ids are the model's. */
export interface ClientMemory {
  /** Its member id; null until an answer told it. */
  memberId: string | null;
  /** -1 until it has joined. */
  generation: number;
  protocolName: string | null;
  /** Whether it was told to lead its generation. */
  leads: boolean;
  /** Ids of the generation's members, if it leads. */
  members: readonly string[];
  /** The protocols of its last join; undefined before the first. */
  offered: Given | undefined;
}

export interface Clients {
  get(client: string): ClientMemory;
  /** Undefined for one that has never been heard of. */
  known(client: string): ClientMemory | undefined;
  /** Of an id that was made up with a log rather than by the coordinator. */
  ownerOf(memberId: string): string | undefined;
  /** Takes in the answer to a JoinGroup of this client. */
  learnJoin(client: string, body: MessageBody): void;
}

const NONE = errorCode('NONE');
const MEMBER_ID_REQUIRED = errorCode('MEMBER_ID_REQUIRED');

export function createClients(): Clients {
  const memories = new Map<string, ClientMemory>();
  const get = (client: string): ClientMemory => {
    let memory = memories.get(client);
    if (memory === undefined) {
      memory = {
        memberId: null,
        generation: -1,
        protocolName: null,
        leads: false,
        members: [],
        offered: undefined,
      };
      memories.set(client, memory);
    }
    return memory;
  };
  return {
    get,
    known: (client) => memories.get(client),
    ownerOf(memberId) {
      for (const [client, memory] of memories) if (memory.memberId === memberId) return client;
      return undefined;
    },
    learnJoin(client, body) {
      const error = body['errorCode'];
      if (error !== NONE && error !== MEMBER_ID_REQUIRED) return;
      const memory = get(client);
      const memberId = body['memberId'] as string;
      if (memory.memberId === null && memberId !== '') memory.memberId = memberId;
      if (error !== NONE) return;
      memory.generation = body['generationId'] as number;
      memory.protocolName = body['protocolName'] as string | null;
      memory.leads = body['leader'] === memberId;
      memory.members = (body['members'] as readonly MessageBody[]).map(
        (member) => member['memberId'] as string,
      );
    },
  };
}
