import type { Capability, Clock, Configuration } from '../adapter.js';

/**
 * The protocol between the kit and an adapter that is a process of its own: JSON-RPC 2.0, one
 * message a line, over its standard input and output (docs/adapter-protocol.md). What the adapter
 * sends is held against spec/schemas/adapter-protocol.schema.json as it comes in.
 */
export const PROTOCOL_VERSION = 1;

/** Longest line, in bytes, without its end. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Error codes of JSON-RPC, and the one that an adapter has for a fault of its own. */
export const ERROR_CODES = {
  notJson: -32700,
  notARequest: -32600,
  unknownMethod: -32601,
  badParams: -32602,
  fault: 1,
} as const;

/** As it was parsed; what it holds is only known once it has been checked. */
export type Json = string | number | boolean | null | JsonObject | readonly Json[];
export interface JsonObject {
  readonly [name: string]: Json;
}

export interface Introduction {
  readonly protocolVersion: number;
  readonly name: string;
  readonly version?: string;
  readonly apis: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  readonly configuration: Configuration;
  readonly capabilities: readonly Capability[];
  readonly clock: Clock['kind'];
  readonly isolated: boolean;
}

/** A record of the log; key and value by their versions (json-record.ts). */
export interface JsonRecord {
  readonly keyVersion: number;
  readonly key: JsonObject;
  readonly valueVersion: number | null;
  readonly value: JsonObject | null;
}

interface OfSession {
  readonly session: number;
}

type Nothing = Readonly<Record<string, never>>;

interface Call<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

/** What the kit asks, and what comes back. */
export interface Calls {
  readonly initialize: Call<
    {
      readonly protocolVersion: number;
      readonly kit: { readonly name: string; readonly version: string };
    },
    Introduction
  >;
  readonly open: Call<OfSession & { readonly configuration: Configuration }, Nothing>;
  readonly send: Call<
    OfSession & {
      readonly requestId: number;
      readonly connection: string;
      readonly clientId: string | null;
      readonly api: string;
      readonly version: number;
      readonly body: JsonObject;
    },
    Nothing
  >;
  readonly settle: Call<OfSession, Nothing>;
  readonly advance: Call<OfSession & { readonly ms: number }, { readonly now: number }>;
  readonly records: Call<OfSession, { readonly records: readonly JsonRecord[] }>;
  readonly 'fail-appends': Call<OfSession & { readonly error: string }, Nothing>;
  readonly 'hold-commits': Call<OfSession, Nothing>;
  readonly 'release-commits': Call<OfSession, Nothing>;
  readonly unload: Call<OfSession, Nothing>;
  readonly 'start-load': Call<
    OfSession & {
      readonly records: readonly JsonRecord[] | null;
      readonly configuration: Configuration;
    },
    Nothing
  >;
  readonly 'finish-load': Call<OfSession, Nothing>;
  readonly close: Call<OfSession, Nothing>;
  readonly shutdown: Call<Nothing, Nothing>;
}

export type Method = keyof Calls;
export type ParamsOf<M extends Method> = Calls[M]['params'];
export type ResultOf<M extends Method> = Calls[M]['result'];

/** Params of the only notification, `answer`. Exactly one of the last three is there. */
export interface AnswerParams extends OfSession {
  readonly requestId: number;
  /** ms since the session was opened. */
  readonly at: number;
  readonly body?: Json;
  readonly undecodable?: string;
  readonly closed?: string;
}
