/**
 * A decoded message. Three things stay apart: a field that its version does not have is absent,
 * a null one is null, an empty one is empty.
 *
 * int8…int32 and uint16 are numbers, int64 is a bigint, uuid is its 36-character text form,
 * bytes and records are Uint8Array.
 */
export interface MessageBody {
  readonly [field: string]: MessageValue;
}

export type MessageValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | MessageBody
  | readonly MessageValue[];

export function isBody(value: MessageValue | undefined): value is MessageBody {
  return (
    typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Uint8Array)
  );
}

/** `Array.isArray` alone does not narrow a readonly list. */
export function isList(value: MessageValue | undefined): value is readonly MessageValue[] {
  return Array.isArray(value);
}
