import { BOLD, fitted, milliseconds, wrapped } from './measure.js';
import type { Row } from './rows.js';

export interface PlacedRow {
  readonly row: Row;
  readonly y: number;
  readonly height: number;
  readonly lines: readonly string[];
  /** Only where it is another than before. */
  readonly time: string | null;
  /** Of the member that it is about. */
  readonly x: number;
}

/** What there is room for, in px. */
export interface Room {
  /** Where the lane of a member stands. */
  readonly laneX: (member: string) => number;
  /** Of what stands at an arrow. */
  readonly labelWidth: number;
  /** Of what stands in a strip across the lanes. */
  readonly textWidth: number;
}

const LINE = 18;
/** Of one value in a note. */
const NOTE_LINES = 3;
const STEP_LINES = 4;

/** Puts rows below each other, from `top` on. */
export function placeRows(rows: readonly Row[], top: number, room: Room): PlacedRow[] {
  const placed: PlacedRow[] = [];
  let y = top;
  let shown: string | null = null;
  for (const row of rows) {
    const lines = linesOf(row, room);
    const height = heightOf(row, lines.length);
    const time = milliseconds(row.at);
    const isNew = time !== shown && row.kind !== 'note';
    placed.push({
      row,
      y,
      height,
      lines,
      time: isNew ? time : null,
      x: room.laneX(memberOf(row) ?? ''),
    });
    if (isNew) shown = time;
    y += height;
  }
  return placed;
}

/** Of the arrow of a message. */
export function arrowY({ y }: Pick<PlacedRow, 'y'>): number {
  return y + 25;
}

/** Of what stands in the middle of a row. */
export function middleOf(placed: Pick<PlacedRow, 'row' | 'y' | 'height'>): number {
  const { kind } = placed.row;
  if (kind === 'message' || kind === 'missing') return arrowY(placed);
  return placed.y + placed.height / 2;
}

export function memberOf(row: Row): string | null {
  if (row.kind === 'message') return row.message.member;
  return row.kind === 'missing' ? row.request.member : null;
}

/** What stands at the arrow of a message, or in place of several. */
export function arrowText(row: Row): string {
  if (row.kind === 'left-out') return row.text;
  if (row.kind === 'missing') return `${row.request.api} v${row.request.version} · no answer`;
  if (row.kind !== 'message') return '';
  const { api, version, outcome } = row.message;
  const answer = outcome === undefined ? '' : ` · ${outcome}`;
  const parked = row.parkedFor === null ? '' : `, parked ${milliseconds(row.parkedFor)}`;
  return `${api} v${version}${answer}${parked}`;
}

function linesOf(row: Row, room: Room): string[] {
  switch (row.kind) {
    case 'step':
      return wrapped(stepText(row), room.textWidth / BOLD, STEP_LINES);
    case 'message':
    case 'missing':
    case 'left-out':
      return [fitted(arrowText(row), (room.labelWidth - 8) / (isBold(row) ? BOLD : 1))];
    case 'note':
      return [
        ...wrapped(row.heading, room.textWidth / BOLD, 1),
        ...row.lines.flatMap((line) => wrapped(line, room.textWidth, NOTE_LINES)),
      ];
    case 'due':
    case 'set':
      return [];
  }
}

function isBold(row: Row): boolean {
  return row.kind === 'missing' || (row.kind === 'message' && row.differs);
}

function stepText({ text, advance }: Extract<Row, { kind: 'step' }>): string {
  return advance === null ? text : `${text} (clock +${milliseconds(advance)})`;
}

function heightOf({ kind }: Row, lines: number): number {
  switch (kind) {
    case 'step':
      return 20 + LINE * lines;
    case 'message':
    case 'missing':
      return 34;
    case 'due':
    case 'set':
      return 26;
    case 'left-out':
      return 36;
    case 'note':
      return 16 + LINE * lines;
  }
}
