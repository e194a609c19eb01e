import { formatMachine } from '../report/machine';
import type { Line, Panel, Point, StoredFamily } from './family';

const SIZE = { width: 960, height: 372 } as const;
/** The plot of a panel, from the panel's left end. */
const PLOT = { left: 80, right: 448, top: 70, bottom: 262 } as const;
const PANEL_WIDTH = SIZE.width / 2;
/** Space between the least and the greatest size and the ends of the plot. */
const INSET = 20;
const LINE_HEIGHT = 15;
/** Space between the points of two lines at the same size. */
const POINT_DISTANCE = 7;
const LEGEND_WIDTH = 170;
const COLOURS = ['#2f6fde', '#c2571a', '#7a8594'] as const;
const TEXT = { dark: '#1f2328', faint: '#59636e', grid: '#d8dde3' } as const;
const FONT = "font-family='DejaVu Sans, sans-serif'";

/**
 * Draws one family as an SVG with a panel by the number of sessions and one by that of rows: all axes are
 * logarithmic, a vertical bar is the spread of a point. Below each size are the medians of the lines. A value of 0
 * is drawn at the lower end; a point that was not measured is left out.
 */
export function drawFamily(family: StoredFamily): string {
  const panels = family.panels.map(measuredOf);
  const points = panels.flatMap(({ lines }) => lines).flatMap((line) => line.points);
  const range = roundRange(rangeOf(points.flatMap(({ least, most }) => [least, most])));
  const names = [...new Set(panels.flatMap(({ lines }) => lines.map(({ name }) => name)))];
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' width='${SIZE.width}' height='${SIZE.height}' ${FONT}>`,
    `<rect width='100%' height='100%' fill='#ffffff'/>`,
    text({ x: 24, y: 30, size: 15, weight: 600 }, `${family.title}, ${family.unit}`),
    ...names.flatMap(drawName),
    ...panels.flatMap((panel, at) => drawPanel(panel, { left: at * PANEL_WIDTH, range, names })),
    text({ x: 24, y: SIZE.height - 12, size: 10, fill: TEXT.faint }, describe(family)),
    '</svg>',
    '',
  ].join('\n');
}

function describe({ machine, rounds }: StoredFamily): string {
  return `${formatMachine(machine)}. A point is the median of ${rounds} rounds, a vertical line their spread.`;
}

type Range = readonly [least: number, most: number];
type Scale = (value: number) => number;

/** Without the points of no values, whose median JSON stores as null. */
function measuredOf({ sizes, lines }: Panel): Panel {
  const isMeasured = ({ median }: Point): boolean => Number.isFinite(median);
  return {
    sizes,
    lines: lines.map(({ name, points }) => ({ name, points: points.filter(isMeasured) })),
  };
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

interface PanelPlace {
  readonly left: number;
  /** The values that both panels show. */
  readonly range: Range;
  /** The names of the lines of both panels, in the order of their colours. */
  readonly names: readonly string[];
}

function drawPanel({ sizes, lines }: Panel, { left, range, names }: PanelPlace): readonly string[] {
  const points = lines.flatMap((line) => line.points);
  const counts = [...new Set(points.map(({ size }) => size))];
  const [from, to] = [left + PLOT.left, left + PLOT.right];
  const scales = {
    x: scale(rangeOf(counts), from + INSET, to - INSET),
    y: scale(range, PLOT.bottom, PLOT.top),
  };
  const below = (line: number): number => PLOT.bottom + 18 + line * LINE_HEIGHT;
  const middle = (from + to) / 2;
  return [
    ...ticksOf(range).flatMap((value) => drawTick(value, { from, to, y: scales.y(value) })),
    ...counts.map((size) =>
      text(
        { x: scales.x(size), y: below(0), size: 11, anchor: 'middle' },
        size.toLocaleString('en'),
      ),
    ),
    ...lines.flatMap((line) => {
      const at = names.indexOf(line.name);
      const colour = COLOURS[at % COLOURS.length] ?? TEXT.dark;
      const shift = (at - (names.length - 1) / 2) * POINT_DISTANCE;
      const shifted = { x: (size: number) => scales.x(size) + shift, y: scales.y };
      return [
        ...drawLine(line, colour, shifted),
        ...line.points.map(({ size, median }) =>
          text(
            { x: scales.x(size), y: below(1 + at), size: 10, anchor: 'middle', fill: colour },
            format(median),
          ),
        ),
      ];
    }),
    text(
      { x: middle, y: below(1 + names.length), size: 11, fill: TEXT.faint, anchor: 'middle' },
      sizes,
    ),
  ];
}

/** The powers of ten; in a short range also their double and their fivefold. */
function ticksOf([least, most]: Range): readonly number[] {
  const powers = Math.round(Math.log10(most / least));
  const factors = powers <= 2 ? [1, 2, 5] : [1];
  return Array.from({ length: powers + 1 }, (_, power) => least * 10 ** power)
    .flatMap((value) => factors.map((factor) => value * factor))
    .filter((value) => value <= most);
}

function drawTick(
  value: number,
  { from, to, y }: { readonly from: number; readonly to: number; readonly y: number },
): readonly string[] {
  return [
    `<line x1='${from}' y1='${fixed(y)}' x2='${to}' y2='${fixed(y)}' stroke='${TEXT.grid}'/>`,
    text({ x: from - 8, y: y + 4, size: 11, anchor: 'end' }, format(value)),
  ];
}

function drawName(name: string, at: number): readonly string[] {
  const left = 24 + at * LEGEND_WIDTH;
  const colour = COLOURS[at % COLOURS.length] ?? TEXT.dark;
  return [
    `<rect x='${left}' y='42' width='11' height='11' fill='${colour}'/>`,
    text({ x: left + 17, y: 52, size: 12 }, name),
  ];
}

function drawLine(
  { points }: Line,
  colour: string,
  { x, y }: { readonly x: Scale; readonly y: Scale },
): readonly string[] {
  const path = points.map(({ size, median }) => `${fixed(x(size))},${fixed(y(median))}`).join(' ');
  return [
    `<polyline points='${path}' fill='none' stroke='${colour}' stroke-width='2'/>`,
    ...points.flatMap(({ size, median, least, most }) => {
      const at = fixed(x(size));
      return [
        `<line x1='${at}' y1='${fixed(y(least))}' x2='${at}' y2='${fixed(y(most))}' stroke='${colour}'/>`,
        `<circle cx='${at}' cy='${fixed(y(median))}' r='3.5' fill='${colour}'/>`,
      ];
    }),
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
