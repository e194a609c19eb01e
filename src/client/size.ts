import { ClientError } from './clientError';

/** A terminal's size, in cells. */
export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** @throws {ClientError} `BAD_REQUEST` for what is no size. */
export function checkSize(size: Size): void {
  const isSize = [size.cols, size.rows].every((cells) => Number.isInteger(cells) && cells > 0);
  if (!isSize) {
    const said = `${size.cols} x ${size.rows}`;
    throw new ClientError(
      'BAD_REQUEST',
      `The columns and rows of a terminal must be positive whole numbers, not ${said}.`,
    );
  }
}
