import type { ScreenTerminal } from './screenTerminal';

/** Colours as VS Code's default dark theme has them, each channel 0..255. */
export interface ScreenColours {
  readonly foreground: readonly [number, number, number];
  readonly background: readonly [number, number, number];
  readonly cursor: readonly [number, number, number];
}

export const DEFAULT_COLOURS: ScreenColours = {
  foreground: [0xcc, 0xcc, 0xcc],
  background: [0x1f, 0x1f, 0x1f],
  cursor: [0xff, 0xff, 0xff],
};

/** Colours by the number of the OSC that asks for the first of them; more `?` ask for those after it. */
const FIRST_COLOUR = 10;
const COLOUR_ORDER = ['foreground', 'background', 'cursor'] as const;

/** The pixels of a cell, for programs that want to know: nobody looks at a headless screen. */
const CELL_PIXELS = { width: 8, height: 16 } as const;

const TERMINAL_NAME = 'xterm.js';

/**
 * Answers to `answer` what VS Code's terminal answers and xterm.js without a renderer
 * does not: colours, its name, keyboard flags, sizes in pixels. What it answers by itself
 * (device attributes, cursor position, mode and status requests) goes there too. Program
 * Status (OSC 7501) is no question to the screen.
 */
export function registerAnswers(
  { terminal, core }: ScreenTerminal,
  colours: ScreenColours,
  answer: (text: string) => void,
): void {
  const say = (text: string): true => {
    answer(text);
    return true;
  };
  terminal.onData(answer);
  COLOUR_ORDER.forEach((_, first) => {
    core.registerOscHandler(FIRST_COLOUR + first, (data) =>
      sayAll(colourAnswers(data, first, colours), say),
    );
  });
  core.registerCsiHandler({ prefix: '>', final: 'q' }, () => say(`\x1bP>|${TERMINAL_NAME}\x1b\\`));
  core.registerCsiHandler({ prefix: '?', final: 'u' }, () => say('\x1b[?0u'));
  core.registerCsiHandler({ final: 't' }, ({ params }) => {
    const report = pixelReport(params[0] ?? 0, core);
    return report === undefined ? false : say(report);
  });
}

function sayAll(answers: readonly string[], say: (text: string) => void): boolean {
  answers.forEach(say);
  return answers.length > 0;
}

function colourAnswers(data: string, first: number, colours: ScreenColours): string[] {
  return data.split(';').flatMap((slot, offset) => {
    const name = COLOUR_ORDER[first + offset];
    if (slot !== '?' || !name) {
      return [];
    }
    const channels = colours[name].map((value) => hex(value).repeat(2));
    return [`\x1b]${FIRST_COLOUR + first + offset};rgb:${channels.join('/')}\x1b\\`];
  });
}

function hex(channel: number): string {
  return channel.toString(16).padStart(2, '0');
}

/** The answer to `CSI request t`, where it is about pixels. */
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
