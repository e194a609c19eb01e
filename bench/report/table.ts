import { summarise, type Results, type Summary } from './results';
import type { Goal, Measurement, Part, Row, Spread, Unit } from './row';

export const NOT_MEASURED = 'not measured yet';

const HEAD = ['row', 'what a person feels', 'beside', 'ours', 'peer', 'ratio', 'goal', ''];
const PART_HEAD = ['row', 'part', 'ours', 'peer', 'ratio', 'goal', ''];

/** A Markdown table with one line for each row: its part that is furthest from its goal, and how many parts miss it. */
export function formatRows(rows: readonly Row[], results: Results): string {
  return formatCells([HEAD, ...rows.map((row) => cellsOf(summarise(row, results)))]);
}

/** A Markdown table of all measured parts. */
export function formatParts(rows: readonly Row[], results: Results): string {
  const lines = rows.flatMap((row) =>
    row.parts.flatMap((part) => {
      const measured = results[row.id]?.parts[part.what];
      const { missed } = summarise({ ...row, parts: [part] }, results);
      const verdict = missed > 0 ? 'MISSED' : 'met';
      return measured ? [[row.id, part.what, ...valuesOf(part, measured), verdict]] : [];
    }),
  );
  return formatCells([PART_HEAD, ...lines]);
}

function cellsOf({ row, worst, missed, unmeasured }: Summary): readonly string[] {
  if (!worst) {
    return [row.id, row.feels, row.peer, NOT_MEASURED, '', '', '', ''];
  }
  const { part, measured } = worst;
  const { length } = row.parts;
  const what = length === 1 ? row.feels : `${row.feels}: ${part.what}`;
  const met = length - missed - unmeasured;
  const verdict =
    missed > 0
      ? `MISSED in ${missed} of ${length}`
      : met < length
        ? `met in ${met} of ${length}`
        : 'met';
  const rest = unmeasured === 0 ? '' : `, ${unmeasured} ${NOT_MEASURED}`;
  return [row.id, what, part.peer ?? row.peer, ...valuesOf(part, measured), verdict + rest];
}

function valuesOf({ unit, goal }: Part, { ours, peer, ratio, spread }: Measurement): string[] {
  return [
    withSpread(ours, unit, spread?.ours),
    peer === undefined ? '' : withSpread(peer, unit, spread?.peer),
    ratio === undefined ? '' : ratio.toFixed(2),
    formatGoal(goal, unit),
  ];
}

function formatGoal({ kind, value, of }: Goal, unit: Unit): string {
  const sign = kind === 'atLeast' ? '>=' : '<=';
  return of === 'ratio'
    ? `${sign} ${value}x`
    : `${sign} ${value} ${unit}${of === 'more' ? ' more' : ''}`;
}

function withSpread(value: number, unit: Unit, spread: Spread | undefined): string {
  const range = spread === undefined ? '' : ` (${spread.map(formatValue).join(' to ')})`;
  return `${formatValue(value)} ${unit}${range}`;
}

/** Rounds to two significant digits below 10 and to an integer from 10. */
export function formatValue(value: number): string {
  return Math.abs(value) >= 10 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}

/** Formats rows of cells as a Markdown table; the first one is the head. */
export function formatCells(cells: readonly (readonly string[])[]): string {
  const [head = []] = cells;
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) => toLine(row.map((cell, at) => cell.padEnd(widths[at] ?? 0))));
  const rule = toLine(widths.map((width) => '-'.repeat(width)));
  return [lines[0], rule, ...lines.slice(1), ''].join('\n');
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
