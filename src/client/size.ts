import { ClientError } from './clientError';

/** A terminal's size, in cells. */
export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** @throws {ClientError} `BAD_REQUEST` unless both are positive integers. */
export function checkSize(size: Size): void {
  const isSize = [size.cols, size.rows].every((cells) => Number.isInteger(cells) && cells > 0);
  if (!isSize) {
    const actual = `${size.cols} x ${size.rows}`;
    throw new ClientError(
      'BAD_REQUEST',
      `The columns and rows of a terminal must be positive whole numbers, not ${actual}.`,
    );
  }
}
