import type { Family, Line, Point } from './family';

const SIZE = { width: 640, height: 340 } as const;
const PLOT = { left: 64, right: 616, top: 64, bottom: 284 } as const;
const COLOURS = ['#2f6fde', '#c2571a', '#7a8594'] as const;
const TEXT = { dark: '#1f2328', faint: '#59636e', grid: '#d8dde3' } as const;
const FONT = "font-family='DejaVu Sans, sans-serif'";

/**
 * Draws one family as an SVG: both axes are logarithmic, a vertical bar is the spread of a point. A value of
 * 0 is drawn at the lower end; a point that was not measured is left out.
 */
export function drawFamily(family: Family): string {
  const lines = family.lines.map(({ name, points }) => ({
    name,
    points: points.filter(isMeasured),
  }));
  const points = lines.flatMap((line) => line.points);
  const x = scale(rangeOf(points.map(({ size }) => size)), PLOT.left, PLOT.right);
  const values = points.flatMap(({ least, most }) => [least, most]);
  const range = roundRange(rangeOf(values));
  const y = scale(range, PLOT.bottom, PLOT.top);
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' width='${SIZE.width}' height='${SIZE.height}' ${FONT}>`,
    `<rect width='100%' height='100%' fill='#ffffff'/>`,
    text({ x: 24, y: 30, size: 15, weight: 600 }, `${family.title}, ${family.unit}`),
    ...ticksOf(range).flatMap((value) => drawTick(value, y(value))),
    ...sizesOf(points).map((size) =>
      text(
        { x: x(size), y: PLOT.bottom + 20, size: 11, anchor: 'middle' },
        size.toLocaleString('en'),
      ),
    ),
    text(
      { x: 340, y: SIZE.height - 14, size: 11, fill: TEXT.faint, anchor: 'middle' },
      family.sizes,
    ),
    ...lines.flatMap((line, at) => drawLine(line, at, { x, y })),
    '</svg>',
    '',
  ].join('\n');
}

type Range = readonly [least: number, most: number];
type Scale = (value: number) => number;

/** False for a median of no values, which JSON stores as null. */
function isMeasured({ median }: Point): boolean {
  return Number.isFinite(median);
}

/** The range of those that a logarithmic axis shows; of an empty axis if there are none. */
function rangeOf(values: readonly number[]): Range {
  const shown = values.filter((value) => value > 0);
  return shown.length === 0 ? [1, 10] : [Math.min(...shown), Math.max(...shown)];
}

/** The powers of ten around a range. */
function roundRange([least, most]: Range): Range {
  return [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(most))];
}

function scale([least, most]: Range, from: number, to: number): Scale {
  const span = Math.log10(most) - Math.log10(least) || 1;
  const log = (value: number): number => Math.log10(Math.max(value, least));
  return (value) => from + ((to - from) * (log(value) - Math.log10(least))) / span;
}

function ticksOf([least, most]: Range): readonly number[] {
  const powers = Math.round(Math.log10(most / least));
  return Array.from({ length: powers + 1 }, (_, power) => least * 10 ** power);
}

function sizesOf(points: readonly Point[]): readonly number[] {
  return [...new Set(points.map(({ size }) => size))];
}

function drawTick(value: number, y: number): readonly string[] {
  const { left, right } = PLOT;
  return [
    `<line x1='${left}' y1='${fixed(y)}' x2='${right}' y2='${fixed(y)}' stroke='${TEXT.grid}'/>`,
    text({ x: left - 8, y: y + 4, size: 11, anchor: 'end' }, format(value)),
  ];
}

function drawLine(
  { name, points }: Line,
  at: number,
  { x, y }: { readonly x: Scale; readonly y: Scale },
): readonly string[] {
  const colour = COLOURS[at % COLOURS.length] ?? TEXT.dark;
  const path = points.map(({ size, median }) => `${fixed(x(size))},${fixed(y(median))}`).join(' ');
  const left = PLOT.left + at * 170;
  return [
    `<polyline points='${path}' fill='none' stroke='${colour}' stroke-width='2'/>`,
    ...points.flatMap((point) =>
      drawPoint(point, { colour, labelY: at % 2 === 0 ? -8 : 16 }, { x, y }),
    ),
    `<rect x='${left}' y='42' width='11' height='11' fill='${colour}'/>`,
    text({ x: left + 17, y: 52, size: 12 }, name),
  ];
}

function drawPoint(
  { size, median, least, most }: Point,
  { colour, labelY }: { readonly colour: string; readonly labelY: number },
  { x, y }: { readonly x: Scale; readonly y: Scale },
): readonly string[] {
  const at = fixed(x(size));
  return [
    `<line x1='${at}' y1='${fixed(y(least))}' x2='${at}' y2='${fixed(y(most))}' stroke='${colour}'/>`,
    `<circle cx='${at}' cy='${fixed(y(median))}' r='3.5' fill='${colour}'/>`,
    text(
      { x: x(size), y: y(median) + labelY, size: 10, anchor: 'middle', fill: colour },
      format(median),
    ),
  ];
}

function format(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 3 });
}

function fixed(value: number): string {
  return value.toFixed(1);
}

interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: 'end' | 'middle' | 'start';
}

function text(
  { x, y, size, weight = 400, fill = TEXT.dark, anchor = 'start' }: TextStyle,
  words: string,
): string {
  const escaped = words.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<text x='${fixed(x)}' y='${fixed(y)}' font-size='${size}' font-weight='${weight}' fill='${fill}' text-anchor='${anchor}'>${escaped}</text>`;
}
