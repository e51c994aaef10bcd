import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { THEMES } from '../../src/explore/plan/themes.js';
import { playRun } from '../../src/explore/run.js';
import { decodeToken, encodeToken } from '../../src/explore/token.js';
import { groundFor, heartbeat, join, otherReference, sequence, toDeadline } from './exploring.js';

const short = sequence(join('A', ''), join('A', { idOf: 'A' }), toDeadline, heartbeat('A', -1));

/** A token as somebody could forge it. */
function forged(content: unknown): string {
  const packed = deflateRawSync(JSON.stringify(content)).toString('base64url');
  const checksum = createHash('sha256').update(packed).digest('hex').slice(0, 8);
  return `gs1.${checksum}.${packed}`;
}

describe('A replay token', () => {
  it('stands for exactly one sequence', () => {
    expect(decodeToken(encodeToken(short))).toEqual(short);
  });

  it('stands for every sequence that an exploration makes up', async () => {
    const ground = await groundFor(otherReference());
    for (const [run, theme] of THEMES.entries()) {
      const { sequence: played } = await playRun(ground, { run, steps: 60, theme });
      expect(decodeToken(encodeToken(played))).toEqual(played);
    }
  });

  it('is one word that a command line takes as it is', () => {
    expect(encodeToken(short)).toMatch(/^gs1\.[0-9a-f]{8}\.[\w-]+$/);
  });

  it.each([
    ['nothing', '', 'a replay token has the form gs1.CHECKSUM.CONTENT'],
    ['another form', 'gs0.1.2', "the token is of the form 'gs0'; this kit reads gs1"],
    [
      'one that lost its end',
      encodeToken(short).slice(0, -3),
      'the token is damaged: its checksum does not fit; copy it whole',
    ],
    ['no sequence', forged({}), 'the token stands for no sequence: its configuration is missing'],
    [
      'a version that does not exist',
      forged({ ...short, versions: { ...short.versions, JoinGroup: 99 } }),
      'the token stands for no sequence: its version of JoinGroup is 99',
    ],
    [
      'an unknown field',
      forged({ ...short, moves: [{ ...heartbeat('A'), fields: { groupID: 'group' } }] }),
      "the token stands for no sequence: move 1 has an unknown field 'groupID'",
    ],
    [
      'an ill-typed field',
      forged({ ...short, moves: [{ ...heartbeat('A'), fields: { generationId: 'one' } }] }),
      'the token stands for no sequence: move 1: \'generationId\' is "one"',
    ],
    [
      'what stands for something else than the field says',
      forged({ ...short, moves: [{ ...heartbeat('A'), fields: { generationId: { idOf: 'A' } } }] }),
      'the token stands for no sequence: move 1: \'generationId\' is {"idOf":"A"}',
    ],
    [
      'a reference where only a number can be',
      forged({
        ...short,
        moves: [
          {
            kind: 'control',
            deed: {
              kind: 'start-load',
              configuration: {},
              log: [
                {
                  kind: 'group',
                  group: 'group',
                  valueVersion: 3,
                  fields: { currentStateTimestamp: { duration: 'sessionTimeout' } },
                },
              ],
            },
          },
        ],
      }),
      'the token stands for no sequence: record 1 of move 1: \'currentStateTimestamp\' is {"duration":"sessionTimeout"}',
    ],
    [
      'an unknown deed',
      forged({ ...short, moves: [{ kind: 'control', deed: { kind: 'reboot' } }] }),
      'the token stands for no sequence: move 1 does the unknown deed "reboot"',
    ],
  ])('is refused with a sentence where it is %s', (_what, token, sentence) => {
    expect(() => decodeToken(token)).toThrow(sentence);
  });
});
