import { describe, expect, it } from 'vitest';
import type { Move, Sequence } from '../../src/explore/sequence.js';
import { shrink } from '../../src/explore/shrink.js';
import { heartbeat, join, sequence, toDeadline } from './exploring.js';

const clients = (found: Sequence) =>
  found.moves.map((move) => (move.kind === 'request' ? move.client : move.kind));

const long = sequence(...[...'ABCDEFGHIJ'].map((letter) => heartbeat(letter)));

const shows =
  (...needed: readonly string[]) =>
  async (candidate: Sequence) =>
    needed.every((client) => clients(candidate).includes(client));

describe('Shrinking', () => {
  it('leaves out every move that is not needed', async () => {
    expect(clients(await shrink(long, shows('C', 'H', 'J')))).toEqual(['C', 'H', 'J']);
  });

  it('keeps the sequence where all of it is needed', async () => {
    expect(await shrink(long, shows(...'ABCDEFGHIJ'))).toEqual(long);
  });

  it('stops where it is told to, with the best so far', async () => {
    let tries = 0;
    const found = await shrink(long, shows('J'), { isOver: () => ++tries > 2 });
    expect(clients(found)).toContain('J');
    expect(tries).toBeLessThan(20);
  });

  it('finds the same where several candidates are tried at once', async () => {
    const one = await shrink(long, shows('B', 'J'));
    expect(await shrink(long, shows('B', 'J'), { sideBySide: 4 })).toEqual(one);
  });

  it('makes moves ordinary: usual timeouts, the next deadline, one group, few incarnations', async () => {
    const odd: Move = {
      kind: 'request',
      client: 'A7',
      api: 'JoinGroup',
      fields: {
        groupId: 'third',
        memberId: '',
        groupInstanceId: 'a',
        sessionTimeoutMs: { duration: '2 * sessionTimeout' },
        rebalanceTimeoutMs: 0,
        protocolType: 'consumer',
        protocols: [
          { name: 'range', metadata: { subscription: 'odd' } },
          { name: 'sticky', metadata: { subscription: 'A' } },
        ],
      },
    };
    const wait: Move = { kind: 'advance', by: { duration: '2 * newMemberJoinTimeout' } };
    const found = await shrink(
      { ...sequence(odd, wait), configuration: { 'group.max.size': 2 } },
      async ({ moves }) => moves.length === 2 && /"range".*"sticky"/.test(JSON.stringify(moves)),
    );
    const usual = join('A', '') as Extract<Move, { kind: 'request' }>;
    expect(found).toEqual(
      sequence(
        {
          ...usual,
          fields: {
            ...usual.fields,
            groupInstanceId: null,
            // The metadata of A is no client A of whom A7 would be a later incarnation.
            protocols: [
              { name: 'range', metadata: { subscription: 'A' } },
              { name: 'sticky', metadata: { subscription: 'A' } },
            ],
          },
        },
        toDeadline,
      ),
    );
  });
});
