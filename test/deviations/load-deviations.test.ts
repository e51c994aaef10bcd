import { describe, expect, it } from 'vitest';
import { deviation, deviationsOf, file, problemsIn } from './files.js';

describe('A file of known deviations', () => {
  it('says of each deviation what comes, where, and why', () => {
    const { deviations } = deviationsOf(
      file(
        deviation({
          actual: '{ A errorCode: GROUP_ID_NOT_FOUND, A generationId: 2, A leader: null }',
          where: {
            'heartbeat/*@Heartbeat.v0-2,4': 'step 1',
            'join/new': 'opening',
            leave: 'any step',
          },
          more: 'expires: 2027-01-31',
        }),
        deviation({ actual: 'crash', more: 'sometimes: true' }),
      ),
    );
    expect(deviations).toMatchObject([
      {
        title: null,
        rules: ['HB-00'],
        reason: 'It looks for the group first',
        link: null,
        expires: '2027-01-31',
        sometimes: false,
        pins: [
          {
            actual: {
              values: new Map([
                ['A errorCode', ['GROUP_ID_NOT_FOUND']],
                ['A generationId', ['2']],
                ['A leader', ['null']],
              ]),
            },
            places: [
              {
                text: 'heartbeat/*@Heartbeat.v0-2,4',
                swept: {
                  api: 'Heartbeat',
                  versions: [
                    { min: 0, max: 2 },
                    { min: 4, max: 4 },
                  ],
                },
                step: 1,
              },
              { swept: null, step: 'opening' },
              { swept: null, step: null },
            ],
          },
        ],
      },
      { sometimes: true, pins: [{ actual: { kind: 'outcome', word: 'crash' } }] },
    ]);
  });

  it('may be empty, as after the last one is mended', () => {
    expect(deviationsOf('deviations: []\n').deviations).toEqual([]);
  });

  it.each([
    [
      'of a rule that does not exist',
      deviation({ rules: 'HB-0' }),
      ["2:13: unknown rule 'HB-0'; did you mean HB-00?"],
    ],
    [
      'until a day that does not exist',
      deviation({ more: 'expires: 2027-02-30' }),
      ['4:14: there is no day 2027-02-30'],
    ],
    [
      'without a reason',
      deviation().replace('    reason: It looks for the group first\n', ''),
      ["2:5: 'deviations.0' must have required property 'reason'"],
    ],
    [
      'of an API that does not exist',
      deviation({ where: { 'a@Heartbeet.v0': 'step 1' } }),
      ["7:11: the kit speaks no API 'Heartbeet'; did you mean Heartbeat?"],
    ],
    [
      'of versions without a form',
      deviation({ where: { 'a@Heartbeat.v3-1': 'step 1' } }),
      [
        "7:11: 'v3-1' are no versions; write CASE, or CASE@Api.v0-3 for some versions of the API that the case sweeps",
      ],
    ],
    [
      'of versions without an end',
      deviation({ where: { 'a@Heartbeat.v3+': 'step 1' } }),
      [
        "7:11: 'v3+' are no versions; write CASE, or CASE@Api.v0-3 for some versions of the API that the case sweeps",
      ],
    ],
    [
      'of no versions',
      deviation({ where: { 'a@Heartbeat': 'step 1' } }),
      [
        "7:11: 'a@Heartbeat' names no versions; write CASE, or CASE@Api.v0-3 for some versions of the API that the case sweeps",
      ],
    ],
    [
      'at a step that is none',
      deviation({ where: { a: 'step 0' } }),
      [
        `7:14: 'deviations.0.fails.0.where.a' must match pattern "^(step [1-9][0-9]*|opening|any step)$"`,
      ],
    ],
    [
      'with a misspelt field',
      deviation({ more: 'expire: 2027-01-31' }),
      [
        "4:5: unknown field 'expire' in 'deviations.0'; did you mean 'expires'? Known: title, rules, reason, link, expires, sometimes, fails",
      ],
    ],
  ])('is refused %s, at its line', (_what, text, problems) => {
    expect(problemsIn(file(text))).toEqual(problems);
  });
});
