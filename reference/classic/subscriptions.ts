import { type Group, selectedProtocol } from './group.js';
import { metadataFor } from './member.js';
import type { Shard } from './shard.js';

/** Topics that a group's members subscribe to; null while that is unknown. */
export type SubscribedTopics = ReadonlySet<string> | null;

const CONSUMER = 'consumer';

/** Works out anew what the members of a group that has a generation subscribe to. */
export function readSubscriptions(shard: Shard, group: Group): void {
  shard.cite('MEMBER-11');
  group.subscribedTopics = subscribedTopics(shard, group);
}

function subscribedTopics(shard: Shard, group: Group): SubscribedTopics {
  if (group.protocolType !== CONSUMER) return null;
  if (group.members.size === 0) return new Set();
  if (group.protocolName === null) return null;
  const topics = new Set<string>();
  for (const member of group.members.values()) {
    const own = topicsIn(metadataFor(member, selectedProtocol(group)));
    if (own === null) {
      shard.cite('MEMBER-12');
      return null;
    }
    for (const topic of own) topics.add(topic);
  }
  return topics;
}

const VERSION_BYTES = 2;
const NULL_LENGTH = -1;
const decoder = new TextDecoder();

/**
 * Topic names in the layout of version 0, whatever version the metadata says it has: an array of
 * strings, then nullable user data. Null if the bytes are none of that.
 */
function topicsIn(metadata: Uint8Array): readonly string[] | null {
  const view = new DataView(metadata.buffer, metadata.byteOffset, metadata.byteLength);
  let at = VERSION_BYTES;
  const length = (bytes: 2 | 4): number | null => {
    if (at + bytes > view.byteLength) return null;
    const value = bytes === 2 ? view.getInt16(at) : view.getInt32(at);
    at += bytes;
    return value;
  };
  const count = length(4);
  if (count === null || count < 0) return null;
  const topics: string[] = [];
  for (let index = 0; index < count; index++) {
    const bytes = length(2);
    if (bytes === null || bytes < 0 || at + bytes > view.byteLength) return null;
    topics.push(decoder.decode(metadata.subarray(at, at + bytes)));
    at += bytes;
  }
  const userData = length(4);
  const readable =
    userData !== null && userData >= NULL_LENGTH && at + Math.max(userData, 0) <= view.byteLength;
  return readable ? topics : null;
}
