import { verdictOf, type Row } from './row';

/** A row of the results that the picture of README.md shows. */
interface Headline {
  readonly id: string;
  readonly what: string;
  readonly peerName: string;
  /** The row's title in the picture; `peer` is the peer's name there. */
  readonly title: string;
  readonly peer: string;
  readonly better: 'higher' | 'lower';
  /** The word after the factor, as in `12x faster`. */
  readonly words: { readonly ahead: string; readonly behind: string };
}

const TIME = { better: 'lower', words: { ahead: 'faster', behind: 'slower' } } as const;
const RATE = { better: 'higher', words: { ahead: 'faster', behind: 'slower' } } as const;
const MEMORY = { better: 'lower', words: { ahead: 'less', behind: 'more' } } as const;

/** Includes rows in which a session is slower than its peer. */
const HEADLINES: readonly Headline[] = [
  {
    ...{ id: 'P6', what: 'attach, screen drawn', peerName: 'tmux attach' },
    ...{ title: 'Attach to a session, screen drawn', peer: 'tmux attach', ...TIME },
  },
  {
    id: 'P7',
    what: '128 sessions of 10,000 rows of 120 columns, 8 with a viewer',
    peerName: '128 x @xterm/headless',
    ...{ title: 'Memory of 128 sessions, 10,000 rows each', peer: '@xterm/headless', ...MEMORY },
  },
  {
    ...{ id: 'P3', what: 'echo beside 50 floods, 200 keys, p99', peerName: 'tmux attach' },
    ...{ title: 'Echo of a key beside 50 floods, p99', peer: 'tmux attach', ...TIME },
  },
  {
    ...{ id: 'P17', what: 'endless flood: Ctrl-C to prompt', peerName: "VS Code's own" },
    ...{ title: 'Ctrl-C in an endless flood, to the prompt', peer: 'VS Code terminal', ...TIME },
  },
  {
    id: 'P1',
    what: '15 MB of a coloured log into a session without a viewer',
    peerName: 'tmux',
    ...{ title: 'Read 15 MB of a coloured log, no viewer', peer: 'tmux', ...RATE },
  },
  {
    ...{ id: 'P8', what: 'start to first output, direct, light rc', peerName: 'node-pty' },
    ...{ title: 'Start of a program, to its first output', peer: 'bare node-pty', ...TIME },
  },
  {
    ...{ id: 'P2', what: 'echo of 500 keys, idle, p50', peerName: 'node-pty' },
    ...{ title: 'Echo of a key, idle, p50', peer: 'bare node-pty', ...TIME },
  },
];

const WIDTH = 900;
const ROW_HEIGHT = 54;
const TOP = 66;
const BAR = { x: 370, width: 300, height: 15 } as const;
const COLOURS = { ours: '#2f6fde', peer: '#b3bac5', text: '#1f2328', faint: '#59636e' } as const;
const FONT = "font-family='DejaVu Sans, sans-serif'";

/** The rendered size, in CSS pixels. */
export const PICTURE_SIZE = {
  width: WIDTH,
  height: TOP + HEADLINES.length * ROW_HEIGHT + 34,
} as const;

/**
 * Draws the headline rows as a bar chart in SVG.
 * @throws {Error} if the results lack one of the rows or its peer's value
 */
export function drawPicture(rows: readonly Row[]): string {
  const { width, height } = PICTURE_SIZE;
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' ${FONT}>`,
    `<rect width='100%' height='100%' fill='#ffffff'/>`,
    text({ x: 24, y: 32, size: 17, weight: 600 }, 'Agent Terminals beside its peers'),
    ...legend(),
    ...HEADLINES.flatMap((headline, at) => drawRow(headline, findRow(rows, headline), at)),
    text(
      { x: 24, y: height - 16, size: 11, fill: COLOURS.faint },
      `Bars are to scale within a row; a factor is the median of paired runs. ${describeGoals(rows)}`,
    ),
    '</svg>',
  ].join('\n');
}

function describeGoals(rows: readonly Row[]): string {
  const verdicts = rows.map(verdictOf);
  const met = verdicts.filter((verdict) => verdict === 'met').length;
  const missed = verdicts.filter((verdict) => verdict === 'MISSED').length;
  return `Of all ${met + missed} goals, ${missed} are missed.`;
}

interface MeasuredRow extends Row {
  readonly peer: number;
  readonly ratio: number;
}

function findRow(rows: readonly Row[], { id, what, peerName }: Headline): MeasuredRow {
  const found = rows.find((row) => row.id === id && row.what === what && row.peerName === peerName);
  if (found?.peer === undefined || found.ratio === undefined) {
    throw new Error(`The results lack ${id} "${what}" beside "${peerName}".`);
  }
  return { ...found, peer: found.peer, ratio: found.ratio };
}

function legend(): readonly string[] {
  const y = 21;
  return [
    `<rect x='${BAR.x}' y='${y}' width='12' height='12' fill='${COLOURS.ours}'/>`,
    text({ x: BAR.x + 18, y: y + 11, size: 12 }, 'a session'),
    `<rect x='${BAR.x + 110}' y='${y}' width='12' height='12' fill='${COLOURS.peer}'/>`,
    text({ x: BAR.x + 128, y: y + 11, size: 12 }, 'the peer'),
  ];
}

function drawRow(headline: Headline, row: MeasuredRow, at: number): readonly string[] {
  const y = TOP + at * ROW_HEIGHT;
  const most = Math.max(row.ours, row.peer);
  const bar = (value: number, top: number, fill: string): readonly string[] => {
    const length = Math.max((value / most) * BAR.width, 2).toFixed(1);
    return [
      `<rect x='${BAR.x}' y='${top}' width='${length}' height='${BAR.height}' fill='${fill}'/>`,
      text(
        { x: BAR.x + Number(length) + 8, y: top + 12, size: 12 },
        `${format(value)} ${row.unit}`,
      ),
    ];
  };
  return [
    text({ x: 24, y: y + 13, size: 13 }, headline.title),
    text({ x: 24, y: y + 31, size: 11, fill: COLOURS.faint }, `beside ${headline.peer}`),
    ...bar(row.ours, y, COLOURS.ours),
    ...bar(row.peer, y + BAR.height + 2, COLOURS.peer),
    text({ x: 776, y: y + 21, size: 15, weight: 600 }, describeFactor(headline, row)),
  ];
}

/** Returns, for example, `12x faster` or `1.3x slower`. */
function describeFactor({ better, words }: Headline, { ratio }: MeasuredRow): string {
  const gain = better === 'higher' ? ratio : 1 / ratio;
  return gain >= 1 ? `${format(gain)}x ${words.ahead}` : `${format(1 / gain)}x ${words.behind}`;
}

/** Rounds to two significant digits below 10 and to an integer from 10. */
function format(value: number): string {
  return value >= 10 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}

interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight?: number;
  readonly fill?: string;
}

function text({ x, y, size, weight = 400, fill = COLOURS.text }: TextStyle, words: string): string {
  const escaped = words.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<text x='${x}' y='${y}' font-size='${size}' font-weight='${weight}' fill='${fill}'>${escaped}</text>`;
}
