import type { Position, Seen } from './attempt.js';
import { describePosition } from './describe-step.js';
import type { RunState } from './run-state.js';

/** Messages that a failure keeps: a person reads the last ones, and a report has to stay small. */
const MESSAGES_KEPT = 200;

/** Characters of one message that a failure keeps. */
const BODY_KEPT = 4_000;

/** Which steps were begun, and which messages came in them. */
export interface StepLog {
  begin(position: Position): void;
  seen(): Seen;
}

interface Begun {
  readonly position: Position;
  readonly began: number;
  /** Messages there were before it. */
  readonly messages: number;
}

export function createStepLog(state: RunState): StepLog {
  const { session, expansion } = state;
  const begun: Begun[] = [];
  const now = () => Math.round(session.clock.now());
  return {
    begin(position) {
      begun.push({ position, began: now(), messages: state.messageCount() });
    },
    seen() {
      const ended = now();
      const omitted = Math.max(0, state.messageCount() - MESSAGES_KEPT);
      return {
        steps: begun.map(({ position, began }, index) => ({
          at: position.kind === 'step' ? position.index + 1 : 'opening',
          kind: position.kind === 'step' ? position.step.kind : 'opening',
          text: describePosition(expansion, position),
          line: position.kind === 'step' ? position.step.line : null,
          began,
          ended: begun[index + 1]?.began ?? ended,
        })),
        exchange: state.messages(omitted).map(({ request, ...message }, index) => ({
          request,
          step: begun.findLastIndex(({ messages }) => messages <= omitted + index),
          ...message,
          body: shortened(message.body),
        })),
        omitted,
      };
    },
  };
}

function shortened(body: string): string {
  const more = body.length - BODY_KEPT;
  return more > 0 ? `${body.slice(0, BODY_KEPT)}… (${more} characters more)` : body;
}
