import { errorCode } from '../../spec/errors.js';
import type { Handler } from '../exchange.js';

/** An idempotent producer gets an id of its own; its sequence numbers are not looked at. */
export function initProducerId(): Handler<'InitProducerId'> {
  let next = 1n;
  return (exchange) => {
    if (exchange.body.transactionalId !== null) {
      return exchange.answer({ errorCode: errorCode('TRANSACTIONAL_ID_AUTHORIZATION_FAILED') });
    }
    exchange.answer({ errorCode: errorCode('NONE'), producerId: next++, producerEpoch: 0 });
  };
}
