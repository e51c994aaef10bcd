import type { Given } from '../sequence.js';

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
  readonly sessionTimeout: Given;
  readonly rebalanceTimeout: Given;
  /** 1 for the first. */
  incarnation: number;
  /** Name of the current incarnation. */
  client: string;
  /** Whether the current incarnation has asked to join without an id, which it does once only. */
  asked: boolean;
}

/** A protocol as requests give it. */
export type Offer = {
  readonly name: string;
  readonly metadata: { readonly subscription: string };
};

export function offer(name: string, subscription: string): Offer {
  return { name, metadata: { subscription } };
}

/** Gets ready to ask for an id: whoever has asked before does so as a new incarnation. */
export function askAnew(person: Person): void {
  if (person.asked) {
    person.incarnation++;
    person.client = clientOf(person.letter, person.incarnation);
  }
  person.asked = true;
}

/** `A`, after a restart `A2`. */
export function clientOf(letter: string, incarnation: number): string {
  return incarnation <= 1 ? letter : `${letter}${incarnation}`;
}
