import type { CoordinatorApi } from '../../../reference/call.js';
import type { CoordinatorHost } from '../coordinator-host.js';
import type { Exchange, Handler } from '../exchange.js';

/** Hands a request to the reference, which answers it at once, later, or never (JOIN-09). */
export function byCoordinator<Api extends CoordinatorApi>(host: CoordinatorHost): Handler<Api> {
  return (exchange) => {
    ask(host, exchange, (body) => exchange.answer(body));
  };
}

export function ask<Api extends CoordinatorApi>(
  host: CoordinatorHost,
  exchange: Exchange<Api>,
  reply: Parameters<typeof host.handle<Api>>[1],
): void {
  const { api, version, clientId, peer, body } = exchange;
  const request = { api, version, clientId, clientHost: peer.clientHost, body };
  if (!host.handle(request, reply)) exchange.giveUp(`the coordinator threw on ${api}`);
}
