import type { MessageBody } from '../../protocol/message-body.js';
import { errorCode } from '../../spec/errors.js';
import { type Broker, listenerFor, OTHER_NODE_ID } from '../broker.js';
import type { Handler, Peer } from '../exchange.js';

const GROUP = 0;
/** From here on one request asks for many keys (KIP-699). */
const BATCHED_SINCE = 4;
const NO_NODE = { nodeId: -1, host: '', port: -1 };

export function findCoordinator(broker: Broker): Handler<'FindCoordinator'> {
  return (exchange) => {
    const { body, version, peer } = exchange;
    const found = coordinatorOf(broker, body.keyType, peer);
    exchange.answer(
      version < BATCHED_SINCE
        ? found
        : { coordinators: body.coordinatorKeys.map((key) => ({ key, ...found })) },
    );
  };
}

/** Groups only: of transactions and share groups there are none here. */
function coordinatorOf(broker: Broker, keyType: number, { localHost }: Peer): MessageBody {
  if (keyType !== GROUP) {
    const errorMessage = 'only groups have a coordinator here';
    return { errorCode: errorCode('INVALID_REQUEST'), errorMessage, ...NO_NODE };
  }
  if (broker.host.whereabouts !== 'away') {
    const { nodeId } = broker;
    return { errorCode: errorCode('NONE'), nodeId, ...listenerFor(broker, localHost) };
  }
  if (broker.forwarding === null) {
    return { errorCode: errorCode('COORDINATOR_NOT_AVAILABLE'), ...NO_NODE };
  }
  return { errorCode: errorCode('NONE'), nodeId: OTHER_NODE_ID, ...broker.forwarding };
}
