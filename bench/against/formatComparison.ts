import { median } from '../measure/statistics';
import { formatCells } from '../report/formatTable';
import type { ComparedRow } from './compareRows';

const HEAD = ['row', 'what', 'before', 'now', 'change', 'from', 'to'];

/** Formats compared rows as a Markdown table: the medians, and the median and spread of the changes. */
export function formatComparison(rows: readonly ComparedRow[]): string {
  return formatCells([HEAD, ...rows.map(cellsOf)]);
}

function cellsOf({ id, what, ofRatio, unit, before, now, changes }: ComparedRow): string[] {
  const suffix = ofRatio ? 'x' : unit === '' ? '' : ` ${unit}`;
  const ends = [changes[0] ?? NaN, changes.at(-1) ?? NaN];
  return [
    id,
    what,
    ...[before, now].map((value) => `${value.toPrecision(3)}${suffix}`),
    ...[median(changes), ...ends].map((value) => value.toFixed(2)),
  ];
}
