import { cut } from './interrupt.js';
import type { Arrived } from './run-state.js';

/** A connection that was closed is first taken for the environment's doing (docs/design.md §6). */
export function requireConnections(arrived: readonly Arrived[]): void {
  for (const { request, answer } of arrived) {
    if (answer.kind === 'connection-closed')
      throw cut(
        `${request.member}'s connection was closed instead of an answer to ${request.api} v${request.version}: ${answer.reason}`,
        answer.ended === true,
      );
  }
}
