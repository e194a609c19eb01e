/** A measured value at one size, and its spread. */
export interface Point {
  /** The number of sessions or rows. */
  readonly size: number;
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

/** What grows with one size: the lines of one picture. */
export interface Family {
  /** The name of its picture. */
  readonly id: 'attach' | 'cpu' | 'echo' | 'memory' | 'start';
  readonly title: string;
  /** What the sizes count. */
  readonly sizes: string;
  readonly unit: 'MB' | '%' | 'ms';
  readonly lines: readonly Line[];
}

/** Sessions in the pictures. */
export const SESSION_COUNTS = [1, 10, 50, 128] as const;

/** Rows of scrollback in the pictures. */
export const ROW_COUNTS = [1_000, 10_000, 100_000] as const;

/** The middle of the values and their spread. */
export function toPoint(size: number, values: readonly number[]): Point {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number): number => sorted[index] ?? NaN;
  return {
    size,
    median: at(Math.floor(sorted.length / 2)),
    least: at(0),
    most: at(sorted.length - 1),
  };
}
