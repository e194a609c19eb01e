import { EXIT_OPTION, PASTE_OPTION } from './tmuxScripts';

/** The variables of a session's screen that tmux is queried for, in this order. */
const FLAGS = [
  ...[
    'instanceId',
    'ended',
    'alternate_on',
    'cursor_x',
    'cursor_y',
    'cursor_flag',
    'keypad_cursor_flag',
  ],
  ...['keypad_flag', 'insert_flag', 'origin_flag', 'wrap_flag', 'mouse_standard_flag'],
  ...['mouse_button_flag', 'mouse_all_flag', 'mouse_sgr_flag', 'scroll_region_upper'],
  ...['scroll_region_lower', 'pane_height', 'paste', 'pane_title'],
] as const;

type Flag = (typeof FLAGS)[number];

/** Values from options of the session. */
const SPECIAL_FORMATS: Partial<Readonly<Record<Flag, string>>> = {
  instanceId: '#{@agent-terminals}',
  ended: `#{?${EXIT_OPTION},1,#{pane_dead}}`,
  paste: `#{?${PASTE_OPTION},1,0}`,
};

/**
 * The commands that return everything that tmux stores of a screen. They form one line, so that
 * nothing is written between them. {@link buildTmuxPaint} takes the reply of each.
 */
export const TMUX_PAINT_COMMANDS = [
  `display-message -p '${FLAGS.map(toFormat).join(' ')}'`,
  'capture-pane -p -e -J -S -',
  'capture-pane -p -e -J',
  // The normal screen, while the alternate one is shown.
  'capture-pane -p -e -J -a -q',
] as const;

function toFormat(flag: Flag): string {
  return SPECIAL_FORMATS[flag] ?? `#{${flag}}`;
}

interface TmuxPaint {
  /** Output that makes a new terminal of the same size show what the session shows. */
  readonly output: Buffer;
  /** The id of the instance that tmux has. */
  readonly instanceId: string;
  /** Whether its program has ended. */
  readonly hasEnded: boolean;
}

/** Builds the screen of a session from the replies to {@link TMUX_PAINT_COMMANDS}. */
export function buildTmuxPaint(replies: readonly (readonly Buffer[])[]): TmuxPaint {
  const [header = [], all = [], visible = [], normal = []] = replies;
  const flags = parseFlags(header[0]?.toString() ?? '');
  const isAlternate = flags.alternate_on === '1';
  const below = isAlternate ? [...all.slice(0, all.length - visible.length), ...normal] : all;
  const parts = [joinRows(below)];
  if (isAlternate) {
    parts.push(Buffer.from('\x1b[m\x1b[?1049h\x1b[H'), joinRows(visible));
  }
  parts.push(Buffer.from(formatModes(flags)));
  return {
    output: Buffer.concat(parts),
    instanceId: flags.instanceId,
    hasEnded: flags.ended === '1',
  };
}

function parseFlags(line: string): Readonly<Record<Flag, string>> {
  const words = line.split(' ');
  const title = words.slice(FLAGS.length - 1).join(' ');
  const values = [...words.slice(0, FLAGS.length - 1), title];
  return Object.fromEntries(FLAGS.map((flag, at) => [flag, values[at] ?? ''])) as Record<
    Flag,
    string
  >;
}

function joinRows(rows: readonly Buffer[]): Buffer {
  return Buffer.concat(rows.flatMap((row, at) => (at === 0 ? [row] : [Buffer.from('\r\n'), row])));
}

/** The modes that tmux reports, as sequences that set them. */
const MODES: readonly (readonly [Flag, string])[] = [
  ['keypad_cursor_flag', '\x1b[?1h'],
  ['keypad_flag', '\x1b='],
  ['insert_flag', '\x1b[4h'],
  ['mouse_standard_flag', '\x1b[?1000h'],
  ['mouse_button_flag', '\x1b[?1002h'],
  ['mouse_all_flag', '\x1b[?1003h'],
  ['mouse_sgr_flag', '\x1b[?1006h'],
  ['paste', '\x1b[?2004h'],
];

function formatModes(flags: Readonly<Record<Flag, string>>): string {
  const top = Number(flags.scroll_region_upper);
  const bottom = Number(flags.scroll_region_lower);
  const isWhole = top === 0 && bottom === Number(flags.pane_height) - 1;
  const row = Number(flags.cursor_y);
  return [
    '\x1b[m',
    isWhole ? '' : `\x1b[${top + 1};${bottom + 1}r`,
    `\x1b[${row + 1};${Number(flags.cursor_x) + 1}H`,
    // In origin mode rows count from the top of the region.
    flags.origin_flag === '1' ? `\x1b[?6h\x1b[${row - top + 1};${Number(flags.cursor_x) + 1}H` : '',
    flags.wrap_flag === '1' ? '' : '\x1b[?7l',
    flags.cursor_flag === '1' ? '' : '\x1b[?25l',
    ...MODES.map(([flag, sequence]) => (flags[flag] === '1' ? sequence : '')),
    `\x1b]2;${flags.pane_title}\x07`,
  ].join('');
}
