import { verdictOf, type Row, type Spread, type Unit } from './row';

const HEAD = ['row', 'what', 'ours', 'peer', 'peer is', 'ratio', 'target', ''];

/** Formats the rows as a Markdown table with aligned columns. */
export function formatTable(rows: readonly Row[]): string {
  return formatCells([HEAD, ...rows.map(cellsOf)]);
}

/** Formats rows of cells as a Markdown table; the first one is the head. */
export function formatCells(cells: readonly (readonly string[])[]): string {
  const [head = []] = cells;
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => toLine(row.map((cell, at) => cell.padEnd(widths[at] ?? 0))));
  const rule = toLine(widths.map((width) => '-'.repeat(width)));
  return [lines[0], rule, ...lines.slice(1), ''].join('\n');
}

function cellsOf(row: Row): string[] {
  const { id, what, ours, peer, peerName, ratio, spread, unit } = row;
  return [
    id,
    what,
    withUnit(round(ours), unit) + formatSpread(spread?.ours),
    peer === undefined ? '' : withUnit(round(peer), unit) + formatSpread(spread?.peer),
    peerName,
    ratio === undefined ? '' : ratio.toFixed(2),
    formatTarget(row),
    verdictOf(row),
  ];
}

function formatSpread(spread: Spread | undefined): string {
  return spread === undefined ? '' : ` (${spread.map(round).join(' to ')})`;
}

function formatTarget({ target, peer, unit }: Row): string {
  if (!target) {
    return '';
  }
  const sign = target.kind === 'atLeast' ? '>=' : '<=';
  const isRatio = peer !== undefined && target.of === undefined;
  return `${sign} ${isRatio ? `${target.value}x` : withUnit(String(target.value), unit)}`;
}

function withUnit(value: string, unit: Unit): string {
  return unit === '' ? value : `${value} ${unit}`;
}

function round(value: number): string {
  return value.toFixed(value < 10 ? 3 : 0);
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
