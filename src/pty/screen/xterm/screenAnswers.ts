import type { ScreenTerminal } from './screenTerminal';

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
