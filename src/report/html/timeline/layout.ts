import { BOLD, textWidth } from './measure.js';
import { type Bar, parkedBars } from './parked.js';
import { arrowText, memberOf, middleOf, type PlacedRow, placeRows } from './place-rows.js';
import type { Row, Told } from './rows.js';
import { type TimerLine, withTimers } from './timer-lines.js';

/** Where everything of a drawing stands, in px. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Members in the order of their first request, then the coordinator. */
  readonly lanes: readonly Lane[];
  readonly rows: readonly PlacedRow[];
  readonly parked: readonly Bar[];
  readonly timers: readonly PlacedTimer[];
  /** Right ends of times; left ends of the numbers of steps, of texts, and of those of timers. */
  readonly timeX: number;
  readonly stepX: number;
  readonly labelX: number;
  readonly timerLabelX: number;
  readonly coordinatorX: number;
  /** Top and bottom of all lanes. */
  readonly top: number;
  readonly bottom: number;
}

export interface Lane {
  readonly name: string;
  readonly x: number;
}

export interface PlacedTimer {
  readonly x: number;
  readonly y1: number;
  readonly y2: number;
  readonly ends: TimerLine['ends'];
  readonly label: string;
}

const TIME_WIDTH = 80;
const FIRST_LANE = TIME_WIDTH + 30;
const LANE_GAP = 44;
const LABEL_WIDTHS = { least: 190, most: 340 } as const;
const TIMER_GAP = 14;
const HEAD = 44;
const MARGIN = 14;

export function layOut(told: Told, given: readonly Row[]): Layout {
  const { rows, lines } = withTimers(told.timers, told.steps, given);
  const members = membersOf(told, rows);
  const laneX = (name: string) => FIRST_LANE + LANE_GAP * Math.max(members.indexOf(name), 0);
  const labelX = FIRST_LANE + LANE_GAP * Math.max(members.length - 1, 0) + 20;
  const widest = Math.max(...rows.map((row) => textWidth(arrowText(row))), 0);
  const labelWidth = clamp(widest * BOLD + 12, LABEL_WIDTHS.least, LABEL_WIDTHS.most);
  const coordinatorX = labelX + labelWidth;
  const columns = Math.max(...lines.map(({ column }) => column + 1), 0);
  const timerLabelX = coordinatorX + 22 + TIMER_GAP * columns;
  const timerTexts = [
    ...lines.map(({ label }) => label),
    ...rows.flatMap((row) => (row.kind === 'due' ? [row.text] : [])),
  ];
  const timerWidth = Math.max(...timerTexts.map((text) => textWidth(text) + 12), 70);
  const width = timerLabelX + timerWidth + MARGIN;
  const placed = placeRows(rows, HEAD, {
    laneX,
    labelWidth,
    textWidth: width - labelX - MARGIN,
  });
  const end = placed.at(-1);
  const bottom = (end?.y ?? HEAD) + (end?.height ?? 0) + 6;
  return {
    width,
    height: bottom + MARGIN,
    lanes: [
      ...members.map((name) => ({ name, x: laneX(name) })),
      { name: 'coordinator', x: coordinatorX },
    ],
    rows: placed,
    parked: parkedBars(told.exchange, placed, laneX, bottom),
    timers: lines.flatMap((line) => placeTimer(line, placed, coordinatorX, bottom)),
    timeX: TIME_WIDTH - 8,
    stepX: TIME_WIDTH,
    labelX,
    timerLabelX,
    coordinatorX,
    top: HEAD - 8,
    bottom,
  };
}

/** Those of the rows, and those whose request is parked since before. */
function membersOf({ exchange }: Told, rows: readonly Row[]): string[] {
  const shown = rows.flatMap((row) => memberOf(row) ?? []);
  const answered = new Set(
    exchange.flatMap(({ direction, request }) => (direction === 'answer' ? [request] : [])),
  );
  const waiting = exchange
    .filter(({ request }) => !answered.has(request))
    .map(({ member }) => member);
  return [...new Set([...shown, ...waiting])].sort();
}

function placeTimer(
  line: TimerLine,
  placed: readonly PlacedRow[],
  coordinatorX: number,
  bottom: number,
): PlacedTimer[] {
  const [from, to] = [placed[line.from], placed[line.to]];
  if (from === undefined || to === undefined) return [];
  return [
    {
      x: coordinatorX + 18 + TIMER_GAP * line.column,
      y1: middleOf(from),
      y2: line.ends === 'open' ? bottom : middleOf(to),
      ends: line.ends,
      label: line.label,
    },
  ];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
