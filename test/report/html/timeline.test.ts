import { describe, expect, it } from 'vitest';
import { foldOpening } from '../../../src/report/html/timeline/fold.js';
import { layOut } from '../../../src/report/html/timeline/layout.js';
import { textWidth, wrapped } from '../../../src/report/html/timeline/measure.js';
import { type Row, rowsOf, type Told } from '../../../src/report/html/timeline/rows.js';
import { timelineSvg } from '../../../src/report/html/timeline/svg.js';
import type { BegunStep, KeptTimer } from '../../../src/suite/verdict.js';
import { message } from '../results.js';

const step = (changes: Partial<BegunStep> = {}): BegunStep => ({
  at: 1,
  kind: 'request',
  text: 'A sends JoinGroup v4',
  line: 5,
  began: 0,
  ended: 0,
  ...changes,
});

const timer = (changes: Partial<KeptTimer> = {}): KeptTimer => ({
  kind: 'join',
  group: 'group',
  member: null,
  set: { step: 0, at: 0 },
  due: 3000,
  end: { how: 'due', step: 1, at: 3000 },
  ...changes,
});

/** A first join that is parked, and answered with the wrong generation once its time is up. */
const PARKED: Told = {
  steps: [
    step(),
    step({ at: 2, kind: 'advance', text: 'time passes: 3000', began: 0, ended: 3000 }),
  ],
  exchange: [
    message({ direction: 'request', api: 'JoinGroup' }),
    message({ step: 1, at: 3000, api: 'JoinGroup', outcome: 'NONE' }),
  ],
  omitted: 0,
  timers: [timer()],
  differences: [{ path: 'A: generationId', expected: '1', actual: '2', request: 1 }],
  summary: 'A: generationId: expected 1, got 2',
};

/** The same where no answer came. */
const SILENT: Told = {
  ...PARKED,
  exchange: PARKED.exchange.slice(0, 1),
  differences: [
    { path: 'A: JoinGroup', expected: 'an answer with NONE', actual: 'no answer', request: 1 },
  ],
};

const words = (rows: readonly Row[]) => rows.map(wordsOf);

function wordsOf(row: Row): string {
  switch (row.kind) {
    case 'step':
      return `${row.at} step ${row.number}${row.advance === null ? '' : ` +${row.advance}`}${row.differs ? ' differs' : ''}`;
    case 'message':
      return `${row.at} ${row.message.direction}${row.parkedFor === null ? '' : ` parked ${row.parkedFor}`}${row.differs ? ' differs' : ''}`;
    case 'due':
      return `${row.at} ${row.text}`;
    case 'missing':
      return `${row.at} no answer to request ${row.request.request}`;
    case 'note':
      return [row.heading, ...row.lines].join(' | ');
    case 'left-out':
      return row.text;
    case 'set':
      return 'set';
  }
}

describe('The rows of a timeline', () => {
  it('tell what was asked, what ran out, what came, and what differs', () => {
    expect(words(rowsOf(PARKED, 'virtual'))).toEqual([
      '0 step 1',
      '0 request',
      '0 step 2 +3000 differs',
      '3000 join timer due',
      '3000 answer parked 3000 differs',
      'A: generationId | expected  1 | got  2',
    ]);
  });

  it('show where an answer is missing', () => {
    expect(words(rowsOf(SILENT, 'virtual')).slice(-3)).toEqual([
      '3000 join timer due',
      '3000 no answer to request 1',
      'A: JoinGroup | expected  an answer with NONE | got  no answer',
    ]);
  });

  it('call no answer parked that only took its way on a real clock', () => {
    const prompt: Told = {
      ...PARKED,
      exchange: [message({ direction: 'request' }), message({ at: 12 })],
    };
    expect(words(rowsOf(prompt, 'real'))).toContain('12 answer');
    expect(words(rowsOf(prompt, 'virtual'))).toContain('12 answer parked 12');
  });

  it('tell timers that run out together as one', () => {
    const session = { kind: 'session', end: { how: 'due', step: 1, at: 2000 } } as const;
    const both = ['A', 'B'].map((member) => timer({ ...session, member, due: 2000 }));
    expect(words(rowsOf({ ...PARKED, timers: both }, 'virtual'))).toContain(
      '2000 sessions of A, B due',
    );
  });

  it('fold a long opening into one', () => {
    const opening = step({ at: 'opening', kind: 'opening', text: 'A joins', ended: 500 });
    const told: Told = {
      ...PARKED,
      steps: [opening, ...PARKED.steps],
      exchange: [
        ...[1, 2].flatMap((request) => [
          message({ request, direction: 'request' }),
          message({ request }),
        ]),
        message({ request: 3, step: 1, direction: 'request' }),
      ],
      timers: [],
    };
    const rows = rowsOf(told, 'virtual');
    expect(words(foldOpening(rows, told.steps)).slice(0, 2)).toEqual([
      'opening: 4 messages, until 500 ms',
      '0 step 1',
    ]);
    expect(words(foldOpening(rowsOf(PARKED, 'virtual'), PARKED.steps))).toEqual(
      words(rowsOf(PARKED, 'virtual')),
    );
  });

  it('say how many earlier messages are left out', () => {
    const told: Told = {
      ...PARKED,
      omitted: 7,
      exchange: PARKED.exchange.slice(1).map((one) => ({ ...one, request: 9 })),
    };
    expect(words(rowsOf(told, 'virtual')).slice(0, 2)).toEqual([
      '7 earlier messages are left out',
      '0 step 2 +3000 differs',
    ]);
  });
});

describe('A drawing', () => {
  const layout = (told: Told) => layOut(told, rowsOf(told, 'virtual'));

  it('has a lane for each member and the coordinator, left to right', () => {
    const two: Told = {
      ...PARKED,
      exchange: [message({ request: 2, member: 'B', direction: 'request' }), ...PARKED.exchange],
    };
    const { lanes } = layout(two);
    expect(lanes.map(({ name }) => name)).toEqual(['A', 'B', 'coordinator']);
    expect(lanes.map(({ x }) => x)).toEqual(lanes.map(({ x }) => x).toSorted((a, b) => a - b));
  });

  it('draws a parked request from its sending to its answer, or on to the end', () => {
    const { parked, rows, bottom } = layout(PARKED);
    const at = (kind: 'request' | 'answer') =>
      rows.find(({ row }) => row.kind === 'message' && row.message.direction === kind)?.y ?? 0;
    expect(parked).toHaveLength(1);
    expect(parked[0]?.y1).toBeGreaterThan(at('request'));
    expect(parked[0]?.y2).toBeGreaterThan(at('answer'));
    expect(layout(SILENT).parked).toMatchObject([{ open: true, y2: layout(SILENT).bottom }]);
    expect(bottom).toBeGreaterThan(parked[0]?.y2 ?? Infinity);
  });

  it('draws a timer from where it is set to where it is due', () => {
    expect(layout(PARKED).timers).toMatchObject([
      { ends: 'due', label: 'join timer set, due at 3,000 ms' },
    ]);
    const running = { ...PARKED, timers: [timer({ end: null, due: 9000 })] };
    expect(layout(running).timers).toMatchObject([{ ends: 'open', y2: layout(running).bottom }]);
  });

  it('gives every timer that begins a place of its own, and no two lines one column', () => {
    const kinds = ['join', 'sync', 'write'] as const;
    const many = { ...PARKED, timers: kinds.map((kind) => timer({ kind, end: null })) };
    const { timers } = layout(many);
    expect(new Set(timers.map(({ x }) => x)).size).toBe(3);
    expect(new Set(timers.map(({ y1 }) => y1)).size).toBe(3);
  });

  it('leaves out sessions that have long to go, and what an opening leaves nothing of', () => {
    const steps = [step({ at: 'opening', kind: 'opening' }), ...PARKED.steps];
    const stopped = { how: 'stopped', step: 0, at: 0 } as const;
    const timers = [
      timer({ kind: 'session', member: 'A', due: 300_000, end: null }),
      timer({ end: stopped }),
    ];
    expect(layout({ ...PARKED, steps, timers }).timers).toEqual([]);
  });

  it('keeps rows apart and everything within its bounds', () => {
    const long = 'a very long value that goes on and on '.repeat(40);
    const told: Told = {
      ...PARKED,
      differences: [{ path: 'A: memberId', expected: long, actual: 'x'.repeat(500), request: 1 }],
    };
    const { rows, width, height, labelX } = layout(told);
    for (const [index, { y }] of rows.entries()) {
      const before = rows[index - 1];
      if (before !== undefined) expect(y).toBe(before.y + before.height);
    }
    const last = rows.at(-1);
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(height);
    for (const line of last?.lines ?? []) {
      expect(labelX + textWidth(line)).toBeLessThanOrEqual(width);
    }
  });

  it('is well-formed whatever stands in it', () => {
    const told: Told = {
      ...PARKED,
      differences: [{ path: 'A: <b>', expected: '"&', actual: "'</svg>'", request: 1 }],
    };
    const { html: text } = timelineSvg(told, rowsOf(told, 'virtual'));
    expect(text).toMatch(/^<svg [^<]*>[\s\S]*<\/svg>$/);
    expect(text.match(/<\/svg>/g)).toHaveLength(1);
    expect(text).toContain('A: &lt;b&gt;');
  });

  it('is the same every time', () => {
    const draw = () => timelineSvg(PARKED, rowsOf(PARKED, 'virtual')).html;
    expect(draw()).toBe(draw());
  });
});

describe('A text of a drawing', () => {
  it('is broken between words, and within one that is too long', () => {
    const lines = wrapped(`short words and ${'x'.repeat(60)} more`, 200, 9);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(200);
    expect(lines.join('').replaceAll(/\s/g, '')).toBe(`shortwordsand${'x'.repeat(60)}more`);
  });

  it('ends in … where there is no room for all of it', () => {
    const lines = wrapped('words '.repeat(100), 200, 3);
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/…$/);
  });
});
