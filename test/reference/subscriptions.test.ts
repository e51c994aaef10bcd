import { describe, expect, it } from 'vitest';
import { encodeSubscription } from '../../src/protocol/consumer-protocol.js';
import { DELAY, scenario } from './scenario.js';

const text = (words: string) => new TextEncoder().encode(words);

const subscription = (...topics: readonly string[]) =>
  encodeSubscription(0, { topics, userData: null });

/** Topics known of a group after its members have joined with this metadata. */
function topicsOf(protocolType: string, ...metadata: readonly Uint8Array[]) {
  const { join, advance, coordinator } = scenario();
  for (const own of metadata) {
    join({ version: 3, protocolType, protocols: [{ name: 'range', metadata: own }] });
  }
  advance(DELAY * 3);
  return coordinator.groups.get('g')?.subscribedTopics;
}

describe('Subscribed topics (MEMBER-11, MEMBER-12)', () => {
  it('are those of all members together once a join phase is over', () => {
    const topics = topicsOf('consumer', subscription('one', 'two'), subscription('two', 'three'));
    expect([...(topics ?? [])].sort()).toEqual(['one', 'three', 'two']);
  });

  it('are unknown where the members are no consumers', () => {
    expect(topicsOf('connect', subscription('one'))).toBeNull();
  });

  it('are read whatever version the metadata says, and whatever follows', () => {
    const bytes = subscription('one');
    bytes.set([0x7f, 0xff]);
    expect(topicsOf('consumer', Uint8Array.of(...bytes, 1, 2, 3))).toEqual(new Set(['one']));
  });

  it.each([
    ['empty', new Uint8Array(0)],
    ['too short', Uint8Array.of(0, 0, 0)],
    ['a name that is cut off', subscription('topic').subarray(0, 9)],
    ['a negative number of topics', Uint8Array.of(0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)],
    ['a null name', Uint8Array.of(0, 0, 0, 0, 0, 1, 0xff, 0xff, 0, 0, 0, 0)],
    ['user data longer than what follows', Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 9)],
    ['a text', text('not a subscription')],
  ])('are unknown where one member offers %s, and the others join all the same', (_what, bytes) => {
    expect(topicsOf('consumer', subscription('one'), bytes)).toBeNull();
  });

  it('are known to be none where all members have left', () => {
    const { join, leave, advance, coordinator } = scenario();
    const member = join({ version: 3, protocolType: 'consumer' });
    advance(DELAY * 3);
    leave({
      members: [{ memberId: member.response?.memberId ?? '', groupInstanceId: null, reason: null }],
    });
    expect(coordinator.groups.get('g')?.subscribedTopics).toEqual(new Set());
  });
});
