import type { MessageSchema } from '../spec/message-schema.js';

/**
 * What is made for one version of a message, made when it is first asked for and kept as long as
 * the schema: every message of every case goes through some of it.
 */
export function perVersion<Version, Made>(
  make: (schema: MessageSchema, version: Version) => Made,
): (schema: MessageSchema, version: Version) => Made {
  const made = new WeakMap<MessageSchema, Map<Version, Made>>();
  return (schema, version) => {
    let versions = made.get(schema);
    if (versions === undefined) {
      versions = new Map();
      made.set(schema, versions);
    }
    let found = versions.get(version);
    if (found === undefined) {
      found = make(schema, version);
      versions.set(version, found);
    }
    return found;
  };
}
