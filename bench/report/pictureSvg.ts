import { ROWS } from './goals';
import { summarise, type Results, type Summary } from './results';
import { formatValue, NOT_MEASURED } from './table';

const WIDTH = 900;
const ROW_HEIGHT = 48;
const TOP = 60;
const BAR = { x: 400, width: 300, height: 14 } as const;
const COLOURS = { ours: '#2f6fde', peer: '#b3bac5', text: '#1f2328', faint: '#59636e' } as const;
const FONT = "font-family='DejaVu Sans, sans-serif'";

/** The rendered size, in CSS pixels. */
export const PICTURE_SIZE = { width: WIDTH, height: TOP + ROWS.length * ROW_HEIGHT + 12 } as const;

/** Draws each row as bars in SVG: its part that is furthest from its goal, beside its peer. */
export function drawPicture(results: Results): string {
  const { width, height } = PICTURE_SIZE;
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' ${FONT}>`,
    `<rect width='100%' height='100%' fill='#ffffff'/>`,
    text({ x: 24, y: 32, size: 17, weight: 600 }, 'Agent Terminals beside its peers'),
    ...legend('ours', 0, 'a session'),
    ...legend('peer', 110, 'the peer'),
    ...ROWS.flatMap((row, at) => drawRow(summarise(row, results), TOP + at * ROW_HEIGHT)),
    '</svg>',
  ].join('\n');
}

function legend(side: 'ours' | 'peer', dx: number, words: string): readonly string[] {
  const x = BAR.x + dx;
  return [
    `<rect x='${x}' y='21' width='12' height='12' fill='${COLOURS[side]}'/>`,
    text({ x: x + 18, y: 32, size: 12 }, words),
  ];
}

function drawRow(summary: Summary, y: number): readonly string[] {
  const { row, worst, missed } = summary;
  const title = text({ x: 24, y: y + 13, size: 13 }, row.feels);
  const faint = { x: 24, y: y + 29, size: 11, fill: COLOURS.faint };
  if (!worst) {
    return [
      title,
      text(faint, `beside ${row.peer}`),
      text({ ...faint, x: BAR.x, y: y + 20 }, NOT_MEASURED),
    ];
  }
  const { part, measured } = worst;
  const { ours, peer } = measured;
  const most = Math.max(ours, peer ?? 0);
  const bar = (side: 'ours' | 'peer', value: number, top: number): readonly string[] => {
    const length = Math.max(most === 0 ? 0 : (value / most) * BAR.width, 2).toFixed(1);
    const { x, height } = BAR;
    return [
      `<rect x='${x}' y='${top}' width='${length}' height='${height}' fill='${COLOURS[side]}'/>`,
      text(
        { x: x + Number(length) + 8, y: top + 12, size: 12 },
        `${formatValue(value)} ${part.unit}`,
      ),
    ];
  };
  const beside = row.parts.length === 1 ? '' : `${part.what}, `;
  return [
    title,
    text(faint, `${beside}beside ${part.peer ?? row.peer}`),
    ...bar('ours', ours, y),
    ...(peer === undefined ? [] : bar('peer', peer, y + BAR.height + 2)),
    text({ x: 800, y: y + 20, size: 13, weight: 600 }, missed > 0 ? 'missed' : 'goal met'),
  ];
}

interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight?: number;
  readonly fill?: string;
}

function text({ x, y, size, weight = 400, fill = COLOURS.text }: TextStyle, words: string): string {
  const escaped = words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replaceAll('`', '');
  return `<text x='${x}' y='${y}' font-size='${size}' font-weight='${weight}' fill='${fill}'>${escaped}</text>`;
}
