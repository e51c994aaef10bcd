import { AdapterError, type Answer, type Session } from '../../adapter/adapter.js';
import type { ApiName } from '../../protocol/apis.js';
import type { MessageBody } from '../../protocol/message-body.js';
import type { Renderer } from '../run/render.js';
import type { Exchange } from '../verdict.js';

/** Requests of one probe, one after the other, with what was said. */
export interface Conversation {
  /**
   * The answer; undefined when there was none within `limitMs` of the session's clock.
   * Rejects with AdapterError.
   */
  ask(
    connection: string,
    api: ApiName,
    version: number,
    body: MessageBody,
    limitMs: number,
  ): Promise<Answer | undefined>;
  readonly exchange: readonly Exchange[];
}

export function createConversation(session: Session, renderer: Renderer): Conversation {
  const exchange: Exchange[] = [];
  const { clock } = session;
  let lastId = 0;

  return {
    exchange,
    async ask(connection, api, version, body, limitMs) {
      const id = ++lastId;
      const entry = (direction: Exchange['direction'], at: number, text: string): Exchange => ({
        request: id,
        step: 0,
        at: Math.round(at),
        direction,
        member: connection,
        api,
        version,
        body: text,
      });
      let answer: Answer | undefined;
      const collect = () => {
        for (const arrived of session.takeAnswers()) {
          // Earlier requests that are parked may be answered meanwhile.
          if (arrived.requestId === id) answer = arrived;
          else if (arrived.requestId > id) {
            throw new AdapterError(
              `the adapter answered request ${arrived.requestId}, which was never sent`,
            );
          }
        }
        return answer !== undefined;
      };
      exchange.push(entry('request', clock.now(), renderer.body(body)));
      await session.send({ id, connection, clientId: 'groupspec', api, version, body });
      await session.settle();
      if (!collect() && limitMs > 0) {
        if (clock.kind === 'virtual') await clock.advance(limitMs);
        else await clock.waitUntil(clock.now() + limitMs, collect);
        collect();
      }
      if (answer !== undefined) {
        const text =
          answer.kind === 'response'
            ? renderer.body(answer.body)
            : `${answer.kind}: ${answer.reason}`;
        const outcome = answer.kind === 'response' ? renderer.outcome(answer.body) : answer.kind;
        exchange.push({ ...entry('answer', answer.at, text), outcome });
      }
      return answer;
    },
  };
}
