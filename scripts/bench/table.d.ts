import type { Row } from './row.js';

/** A line each, columns aligned. */
export function table(rows: readonly Row[]): string;
