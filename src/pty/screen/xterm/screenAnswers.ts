import type { Rgb } from './colourSpec';
import type { ScreenTerminal } from './screenTerminal';

/** The initial colours of a terminal. */
export interface ScreenColours {
  readonly foreground: Rgb;
  readonly background: Rgb;
  readonly cursor: Rgb;
  /** The first 16 colours of the palette. */
  readonly ansi: readonly Rgb[];
}

/** The colours of VS Code's default dark theme. */
export const DEFAULT_COLOURS: ScreenColours = {
  foreground: [0xcc, 0xcc, 0xcc],
  background: [0x1f, 0x1f, 0x1f],
  cursor: [0xff, 0xff, 0xff],
  ansi: [
    [0x00, 0x00, 0x00],
    [0xcd, 0x31, 0x31],
    [0x0d, 0xbc, 0x79],
    [0xe5, 0xe5, 0x10],
    [0x24, 0x72, 0xc8],
    [0xbc, 0x3f, 0xbc],
    [0x11, 0xa8, 0xcd],
    [0xe5, 0xe5, 0xe5],
    [0x66, 0x66, 0x66],
    [0xf1, 0x4c, 0x4c],
    [0x23, 0xd1, 0x8b],
    [0xf5, 0xf5, 0x43],
    [0x3b, 0x8e, 0xea],
    [0xd6, 0x70, 0xd6],
    [0x29, 0xb8, 0xdb],
    [0xe5, 0xe5, 0xe5],
  ],
};

/**
 * The size of a cell in pixels for programs that query it. Any value works on a headless screen.
 */
const CELL_PIXELS = { width: 8, height: 16 } as const;

const TERMINAL_NAME = 'xterm.js';

/**
 * Answers queries that VS Code's terminal answers and xterm.js without a renderer does not: its
 * name, and sizes in pixels. Its own answers (device attributes, cursor position, modes and status)
 * also go to `answer`. For colours see `ScreenPalette`, for keyboard flags `KittyKeyboard`. Program
 * Status (OSC 7501) is not answered by the screen.
 */
export function registerAnswers(
  { terminal, core }: Pick<ScreenTerminal, 'core' | 'terminal'>,
  answer: (text: string) => void,
): void {
  const reply = (text: string): true => {
    answer(text);
    return true;
  };
  terminal.onData(answer);
  core.registerCsiHandler({ prefix: '>', final: 'q' }, () =>
    reply(`\x1bP>|${TERMINAL_NAME}\x1b\\`),
  );
  core.registerCsiHandler({ final: 't' }, ({ params }) => {
    const report = pixelReport(params[0] ?? 0, core);
    return report === undefined ? false : reply(report);
  });
}

/** The answer to `CSI request t` for requests about pixels. */
function pixelReport(
  request: number,
  { cols, rows }: { readonly cols: number; readonly rows: number },
): string | undefined {
  const { width, height } = CELL_PIXELS;
  switch (request) {
    case 14:
      return `\x1b[4;${rows * height};${cols * width}t`;
    case 16:
      return `\x1b[6;${height};${width}t`;
    default:
      return undefined;
  }
}
