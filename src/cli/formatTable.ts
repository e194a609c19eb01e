import { oneLine } from './output';

/** Formats rows as aligned columns; the last column is not padded. */
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
