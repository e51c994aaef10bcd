import type { Configuration, ControlAction } from '../adapter/adapter.js';
import type { REFERENCE_APIS } from '../adapter/reference/index.js';

/** APIs that sequences call: those of the classic coordinator. */
export type ExploredApi = (typeof REFERENCE_APIS)[number];

/**
 * What is done to a coordinator, as data: it can be run again on any implementation, made shorter
 * and written down. Ids, generations and times are references to what earlier moves brought about,
 * so they keep their meaning when other moves are left out.
 */
export interface Sequence {
  /** Broker settings that differ from what the implementation has by itself. */
  readonly configuration: Configuration;
  /** The version in which each API is called; an API that the implementation lacks is missing. */
  readonly versions: Readonly<Record<ExploredApi, number>>;
  readonly moves: readonly Move[];
}

export type Move = RequestMove | AdvanceMove | ControlMove;

export interface RequestMove {
  readonly kind: 'request';
  /**
   * A letter and, from the second incarnation on, a number: `A2` is A restarted. A client gets at
   * most one member id, so its name stands for that.
   */
  readonly client: string;
  readonly api: ExploredApi;
  /** Absent: the letter of the client. */
  readonly clientId?: null;
  /** By their names on the wire; those that the version lacks are dropped. */
  readonly fields: GivenFields;
}

/** Time passes. */
export type AdvanceMove = {
  readonly kind: 'advance';
  readonly by:
    | { readonly duration: string }
    /** To the next deadline of the reference, or this many ε after it, or before it if negative. */
    | { readonly deadline: -1 | 0 | 1 };
};

/** Something is done to the log or to the partition under the groups. */
export type ControlMove = {
  readonly kind: 'control';
  readonly deed:
    | Exclude<ControlAction, { readonly kind: 'start-load' }>
    | {
        readonly kind: 'start-load';
        /** Takes the place of the log; null: what was written is loaded. */
        readonly log: readonly LoggedRecord[] | null;
        readonly configuration: Configuration;
      };
};

/** A record of a log that is made up, to be loaded. */
export type LoggedRecord =
  | { readonly kind: 'tombstone'; readonly group: string }
  | { readonly kind: 'offset'; readonly group: string; readonly partition: number }
  | {
      readonly kind: 'group';
      readonly group: string;
      readonly valueVersion: number;
      /** Fields of GroupMetadataValue; those that the version lacks are dropped. */
      readonly fields: GivenFields;
    };

export type GivenFields = { readonly [field: string]: Given };

/** A value of a field. Bytes, and whatever depends on what has happened, are references. */
export type Given = null | boolean | number | string | Reference | GivenFields | readonly Given[];

export type Reference =
  /** The member id of a client; while it has none, one that nobody has. */
  | { readonly idOf: string }
  /** The generation that a client learnt last, -1 if none, and this many more. */
  | { readonly generationOf: string; readonly plus: number }
  /** Bytes of a Subscription with this word as user data. */
  | { readonly subscription: string }
  /** Bytes of a text. */
  | { readonly text: string }
  /** A duration in the words of cases, in ms (src/suite/expand/durations.ts). */
  | { readonly duration: string };

/** Whether both would be written alike. */
export function sameGiven(one: Given | undefined, other: Given | undefined): boolean {
  if (one === other) return true;
  if (!isComposed(one) || !isComposed(other)) return false;
  return Array.isArray(one) === Array.isArray(other) && haveSameFields(one, other);
}

function haveSameFields(one: GivenFields, other: GivenFields): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameGiven(one[name], other[name]))
  );
}

/** The items of a list are its fields by their indices. */
function isComposed(given: Given | undefined): given is GivenFields {
  return typeof given === 'object' && given !== null;
}

/** Whether the partition is unloaded, loading and loaded in turn, which adapters insist on. */
export function loadsInTurn(moves: readonly Move[]): boolean {
  let partition: 'served' | 'unloaded' | 'loading' = 'served';
  for (const move of moves) {
    if (move.kind !== 'control') continue;
    const { kind } = move.deed;
    if (kind === 'unload') {
      if (partition === 'unloaded') return false;
      partition = 'unloaded';
    } else if (kind === 'start-load') {
      if (partition !== 'unloaded') return false;
      partition = 'loading';
    } else if (kind === 'finish-load') {
      if (partition !== 'loading') return false;
      partition = 'served';
    }
  }
  return true;
}

/** `A` of `A2`: what a client and its earlier incarnations have in common. */
export function letterOf(client: string): string {
  let end = client.length;
  while (end > 0 && isDigit(client.charCodeAt(end - 1))) end--;
  return client.slice(0, end);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
