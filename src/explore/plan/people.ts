import type { GivenFields } from '../sequence.js';

/** Somebody who uses a group, through one incarnation after the other. */
export interface Person {
  readonly letter: string;
  readonly group: string;
  /** Group instance id; null for a dynamic member. */
  readonly instanceId: string | null;
  /** Whether its requests carry no client id. */
  readonly nameless: boolean;
  readonly protocolType: string;
  /** Offered by the current incarnation, most preferred first. */
  protocols: readonly Offer[];
  readonly sessionTimeout: string;
  readonly rebalanceTimeout: string;
  /** 1 for the first. */
  incarnation: number;
  /** Whether the current incarnation has asked to join without an id, which it does once only. */
  asked: boolean;
}

export interface Offer {
  readonly name: string;
  readonly metadata: string;
}

/** `A`, after a restart `A2`. */
export function clientOf({ letter, incarnation }: Person, back = 0): string {
  const number = incarnation - back;
  return number <= 1 ? letter : `${letter}${number}`;
}

export function offered(protocols: readonly Offer[]): readonly GivenFields[] {
  return protocols.map(({ name, metadata }) => ({ name, metadata: { subscription: metadata } }));
}
