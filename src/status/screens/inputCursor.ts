import type { InputRows } from '../../providers/model/statusFacts';
import type { ReadableScreen } from './screenParts';

/** A row of a box, up to its right side. */
const RIGHT_SIDE = /\S.*[│┃║]$/;

/** Whether the cursor is in an input. A hidden one is often where something was drawn last, such as behind the right side of a box. */
export function isInInput({ row, end }: InputRows, { rows, cursor }: ReadableScreen): boolean {
  const last = rows.findLastIndex((one) => end.test(one));
  const atCursor = rows[cursor.row] ?? '';
  const isBehind = cursor.column >= atCursor.length && RIGHT_SIDE.test(atCursor);
  return (
    cursor.row < last && !isBehind && rows.slice(cursor.row, last).every((one) => row.test(one))
  );
}
