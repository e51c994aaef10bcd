import { errorCode } from '../../spec/errors.js';
import { offsetTombstone } from '../committed-offsets.js';
import type { CoordinatorHost } from '../coordinator-host.js';
import type { Handler } from '../exchange.js';
import { ask } from './groups.js';

/** The offsets of a group go with it (DEL-01). */
export function deleteGroups(host: CoordinatorHost): Handler<'DeleteGroups'> {
  return (exchange) => {
    ask(host, exchange, (body) => {
      exchange.answer(body);
      for (const { groupId, errorCode: error } of body.results) {
        if (error === errorCode('NONE')) forgetOffsets(host, groupId);
      }
    });
  };
}

/** The reference has written tombstones only for those offsets that it has loaded. */
function forgetOffsets(host: CoordinatorHost, groupId: string): void {
  host.perform(({ log }) => {
    const tombstones = host.offsets.of(groupId).map(([key]) => offsetTombstone(key));
    if (tombstones.length > 0) log.append(tombstones);
  });
}
