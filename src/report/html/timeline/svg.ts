import { type Fragment, type Html, html } from '../html.js';
import { type Layout, layOut, type PlacedTimer } from './layout.js';
import type { Bar } from './parked.js';
import { arrowY, middleOf, type PlacedRow } from './place-rows.js';
import type { Row, Told } from './rows.js';

/** A timeline as an SVG element; its colours are the page's. */
export function timelineSvg(told: Told, rows: readonly Row[]): Html {
  const layout = layOut(told, rows);
  const { width, height } = layout;
  return html`<svg class="timeline" role="img" aria-label="${descriptionOf(rows)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${layout.lanes.map(({ name, x }) => laneShapes(name, x, layout))}
${layout.timers.map(timerLine)}
${layout.rows.map((placed) => strip(placed, layout))}
${layout.parked.map(parkedBar)}
${layout.timers.map((timer) => timerEnds(timer, layout))}
${layout.rows.map((placed) => rowShapes(placed, layout))}
</svg>`;
}

function descriptionOf(rows: readonly Row[]): string {
  const messages = rows.filter(({ kind }) => kind === 'message').length;
  const differing = rows.findLast(({ kind }) => kind === 'step');
  const where = differing?.kind === 'step' ? ` What differs is in: ${differing.text}.` : '';
  return `Timeline of ${messages} messages.${where} The tables beside it say the same in words.`;
}

function laneShapes(name: string, x: number, { top, bottom }: Layout): Html {
  const width = Math.max(name.length * 8 + 14, 26);
  return html`<path class="lane" d="M${x} ${top}V${bottom}"/><rect class="head" x="${x - width / 2}" y="6" width="${width}" height="24" rx="12"/><text class="head-text" x="${x}" y="23" text-anchor="middle">${name}</text>`;
}

/** What lies over the lanes and behind the words, so that these can be read. */
function strip({ row, y, height }: PlacedRow, { width }: Layout): Fragment {
  if (row.kind === 'step') {
    const kind = row.differs ? 'strip differs' : row.advance !== null ? 'strip clock' : 'strip';
    return html`<rect class="${kind}" x="2" y="${y + 5}" width="${width - 4}" height="${height - 8}" rx="6"/>`;
  }
  if (row.kind === 'note') {
    return html`<rect class="note" x="2" y="${y + 3}" width="${width - 4}" height="${height - 6}" rx="6"/><rect class="note-edge" x="2" y="${y + 3}" width="4" height="${height - 6}"/>`;
  }
  return null;
}

function rowShapes(placed: PlacedRow, layout: Layout): Html {
  const { time, y } = placed;
  const shown =
    time === null
      ? null
      : html`<text class="time" x="${layout.timeX}" y="${timeY(placed, y)}" text-anchor="end">${time}</text>`;
  return html`${shown}${shapesOf(placed, layout)}`;
}

function timeY(placed: PlacedRow, y: number): number {
  switch (placed.row.kind) {
    case 'message':
    case 'missing':
      return arrowY(placed) + 1;
    case 'step':
      return y + 24;
    default:
      return middleOf(placed) + 4;
  }
}

function shapesOf(placed: PlacedRow, layout: Layout): Fragment {
  const { row, y, height, lines } = placed;
  switch (row.kind) {
    case 'step':
      return stepShapes(row, placed, layout);
    case 'message':
      return arrow(placed, layout, row.message.direction, row.differs ? ' differs' : '');
    case 'missing':
      return arrow(placed, layout, 'answer', ' missing');
    case 'due': {
      const x = layout.coordinatorX;
      return html`<path class="due" d="M${x - 6} ${y + height / 2}l6 -6l6 6l-6 6z"/>${label(layout.timerLabelX, y + height / 2 + 4, row.text, 'due-text')}`;
    }
    case 'set':
      return null;
    case 'left-out':
      return html`<path class="left-out" d="M${layout.stepX} ${y + height / 2}H${layout.labelX - 6}"/>${label(layout.labelX, y + height / 2 + 4, lines[0] ?? '', 'quiet')}`;
    case 'note':
      return html`<text class="note-text">${lines.map((line, index) => html`<tspan class="${index === 0 ? 'note-head' : ''}" x="${layout.labelX}" y="${y + 22 + 18 * index}">${line}</tspan>`)}</text>`;
  }
}

function stepShapes(
  row: Extract<Row, { kind: 'step' }>,
  { y, lines }: PlacedRow,
  { stepX, labelX }: Layout,
): Html {
  const x = stepX + 10;
  const mark =
    row.number === null
      ? html`<circle class="step-mark opening" cx="${x}" cy="${y + 19}" r="5"/>`
      : html`<circle class="step-mark" cx="${x}" cy="${y + 19}" r="10"/><text class="step-number" x="${x}" y="${y + 23}" text-anchor="middle">${row.number}</text>`;
  return html`${mark}<text class="step-text">${lines.map((line, index) => html`<tspan x="${labelX}" y="${y + 24 + 18 * index}">${line}</tspan>`)}</text>`;
}

const HEAD_LENGTH = 8;

function arrow(
  placed: PlacedRow,
  { labelX, coordinatorX }: Layout,
  direction: 'request' | 'answer',
  extra: string,
): Html {
  const [line = ''] = placed.lines;
  const y = arrowY(placed);
  const toCoordinator = direction === 'request';
  const [from, to] = toCoordinator ? [placed.x, coordinatorX] : [coordinatorX, placed.x];
  const back = toCoordinator ? -HEAD_LENGTH : HEAD_LENGTH;
  const name = `arrow ${direction}${extra}`;
  const title = fullText(placed.row);
  return html`<g class="${name}"><title>${title}</title><path class="line" d="M${from} ${y}H${to + back / 2}"/><path class="tip" d="M${to} ${y}l${back} -4.5v9z"/>${toCoordinator ? html`<circle class="dot" cx="${from}" cy="${y}" r="3"/>` : null}${label(labelX, y - 7, line, 'message-text')}${extra === '' ? null : cross(placed.x, y, 8)}</g>`;
}

function fullText(row: Row): string {
  if (row.kind === 'missing') return `${row.request.member}: no answer to ${row.request.api}`;
  if (row.kind !== 'message') return '';
  const { member, direction, api, version, body } = row.message;
  return `${member} ${direction === 'request' ? '→' : '←'} ${api} v${version}  ${body}`;
}

function label(x: number, y: number, text: string, kind: string): Html {
  return html`<text class="${kind}" x="${x}" y="${y}">${text}</text>`;
}

function cross(x: number, y: number, radius = 7): Html {
  const arm = radius / 2;
  return html`<g class="cross"><circle cx="${x}" cy="${y}" r="${radius}"/><path d="M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}"/></g>`;
}

function parkedBar({ x, y1, y2, open }: Bar): Html {
  return html`<rect class="parked${open ? ' open' : ''}" x="${x - 5}" y="${y1}" width="10" height="${y2 - y1}" rx="3"/>`;
}

function timerLine({ x, y1, y2 }: PlacedTimer): Html {
  return html`<path class="timer-line" d="M${x} ${y1}V${y2}"/>`;
}

function timerEnds({ x, y1, y2, ends, label: text }: PlacedTimer, { timerLabelX }: Layout): Html {
  return html`<circle class="timer-set" cx="${x}" cy="${y1}" r="4"/>${timerEnd(x, y2, ends)}${label(timerLabelX, y1 + 4, text, 'timer-text')}`;
}

function timerEnd(x: number, y: number, ends: PlacedTimer['ends']): Html | null {
  switch (ends) {
    case 'stopped':
      return html`<path class="timer-end" d="M${x - 4} ${y}h8"/>`;
    case 'due':
      return html`<path class="due" d="M${x - 5} ${y}l5 -5l5 5l-5 5z"/>`;
    case 'open':
      return null;
  }
}
