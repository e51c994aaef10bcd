import type { MessageSchema } from '../../../src/spec/message-schema.js';
import { loadMessages } from '../../../src/spec/messages.js';

export interface MessageVersion {
  readonly schema: MessageSchema;
  readonly version: number;
}

/** Every message in every version, labelled for `describe.each`. */
export function allMessageVersions(): [string, MessageVersion][] {
  const { apis, data } = loadMessages();
  const schemas = [...apis.values()].flatMap((api) => [api.request, api.response]);
  return [...schemas, ...data.values()].flatMap((schema) => {
    const { min, max } = schema.versions;
    return Array.from({ length: max - min + 1 }, (_, index): [string, MessageVersion] => [
      `${schema.name} v${min + index}`,
      { schema, version: min + index },
    ]);
  });
}
