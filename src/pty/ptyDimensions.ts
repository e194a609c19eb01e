import { MOST_CELLS, MOST_SCREEN_CELLS } from './limits';
import type { Dimensions } from './ptyProcess';

/** The size of a terminal until a viewer sets another one. */
export const DEFAULT_DIMENSIONS: Dimensions = { cols: 80, rows: 24 };

/**
 * The nearest size that a PTY can have: whole cells, 1..1000 in each direction, and no more than
 * `MOST_SCREEN_CELLS` in all. The kernel itself would take a size modulo 65,536. A value that is not
 * a number keeps the current one.
 */
export function clampDimensions(wanted: Dimensions, now: Dimensions): Dimensions {
  const cols = clampCells(wanted.cols, now.cols);
  const rows = clampCells(wanted.rows, now.rows);
  return { cols, rows: Math.min(rows, Math.floor(MOST_SCREEN_CELLS / cols)) };
}

export function isSameSize(one: Dimensions, other: Dimensions | undefined): boolean {
  return one.cols === other?.cols && one.rows === other.rows;
}

function clampCells(wanted: number, now: number): number {
  return Number.isNaN(wanted) ? now : Math.min(Math.max(Math.trunc(wanted), 1), MOST_CELLS);
}
