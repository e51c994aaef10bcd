import type { VersionRange } from './version-range.js';

/** Integer types by name, with the values they hold. int64 values are bigints elsewhere. */
export const INTEGER_LIMITS = {
  int8: { min: -(2n ** 7n), max: 2n ** 7n - 1n },
  int16: { min: -(2n ** 15n), max: 2n ** 15n - 1n },
  uint16: { min: 0n, max: 2n ** 16n - 1n },
  int32: { min: -(2n ** 31n), max: 2n ** 31n - 1n },
  int64: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
} as const;

export type IntegerType = keyof typeof INTEGER_LIMITS;
export type ScalarType = IntegerType | 'bool' | 'uuid' | 'string' | 'bytes';

export type FieldType =
  | { readonly kind: 'scalar'; readonly scalar: ScalarType }
  | { readonly kind: 'struct'; readonly typeName: string; readonly fields: readonly FieldSchema[] }
  | { readonly kind: 'array'; readonly element: FieldType };

/**
 * `empty` stands for no bytes, no elements, or a structure whose every field has its default; the
 * scalars that have a zero carry it as their value.
 */
export type FieldDefault = null | boolean | number | bigint | string | { readonly empty: true };

export interface FieldSchema {
  readonly name: string;
  readonly type: FieldType;
  /** Versions that have the field, within those of its parent. */
  readonly versions: VersionRange;
  /** Versions in which it may be null; null when there is none. */
  readonly nullable: VersionRange | null;
  readonly default: FieldDefault;
  /** Number of a tagged field (KIP-482); null for a field with a fixed place. */
  readonly tag: number | null;
  /** A value may be dropped silently where the version lacks the field. */
  readonly ignorable: boolean;
}

export interface MessageSchema {
  /** E.g. `JoinGroupRequest`, `GroupMetadataValue`. */
  readonly name: string;
  readonly versions: VersionRange;
  /** Versions with compact lengths and tagged fields (KIP-482). */
  readonly flexible: VersionRange | null;
  /** In the order of the wire. */
  readonly fields: readonly FieldSchema[];
}

export interface ApiSchema {
  readonly name: string;
  readonly apiKey: number;
  readonly versions: VersionRange;
  readonly flexible: VersionRange | null;
  readonly request: MessageSchema;
  readonly response: MessageSchema;
}

export interface MessageCatalog {
  readonly apis: ReadonlyMap<string, ApiSchema>;
  /** Log records and embedded protocols: whatever travels without an API key. */
  readonly data: ReadonlyMap<string, MessageSchema>;
}
