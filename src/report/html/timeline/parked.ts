import type { Exchange } from '../../../suite/verdict.js';
import { arrowY, type PlacedRow } from './place-rows.js';

/** While a request is parked, on the lane of its member, in px. */
export interface Bar {
  readonly x: number;
  readonly y1: number;
  readonly y2: number;
  /** Whether it is parked still. */
  readonly open: boolean;
}

/** @param bottom of the drawing, where requests end that are parked still */
export function parkedBars(
  exchange: readonly Exchange[],
  placed: readonly PlacedRow[],
  laneX: (member: string) => number,
  bottom: number,
): Bar[] {
  return exchange.flatMap((message): Bar[] => {
    if (message.direction !== 'request') return [];
    const answered = exchange.some(
      ({ direction, request }) => direction === 'answer' && request === message.request,
    );
    const sentRow = rowOf(placed, message.request, 'request');
    const answerRow = rowOf(placed, message.request, 'answer');
    const isParked = answered
      ? answerRow?.row.kind === 'message' && answerRow.row.parkedFor !== null
      : true;
    const [top] = placed;
    if (!isParked || top === undefined) return [];
    const y1 = sentRow === undefined ? top.y + top.height / 2 : arrowY(sentRow);
    const y2 = answerRow === undefined ? bottom : arrowY(answerRow);
    return y2 > y1 ? [{ x: laneX(message.member), y1, y2, open: !answered }] : [];
  });
}

function rowOf(
  placed: readonly PlacedRow[],
  request: number,
  direction: Exchange['direction'],
): PlacedRow | undefined {
  return placed.find(
    ({ row }) =>
      row.kind === 'message' &&
      row.message.request === request &&
      row.message.direction === direction,
  );
}
