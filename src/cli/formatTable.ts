import { oneLine } from './output';

/** Rows as columns that stand below one another; the last is as long as it is. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(oneLine));
  const width = (column: number): number =>
    Math.max(...clean.map((row) => row[column]?.length ?? 0));
  return clean
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(width(column))))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
