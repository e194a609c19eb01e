import type { TerminalLook, ThemeKind } from '../../terminalLook';
import { parseColour, type Rgb } from './colourSpec';

/** The initial colours of a terminal. */
export interface ScreenColours {
  readonly foreground: Rgb;
  readonly background: Rgb;
  readonly cursor: Rgb;
  /** The first 16 colours of the palette. */
  readonly ansi: readonly Rgb[];
}

const BLACK: Rgb = [0, 0, 0];

/** Foreground, background and cursor, then the palette, of VS Code's own theme of each kind. */
const THEMES = {
  dark: parse(`cccccc 1f1f1f cccccc
    000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd e5e5e5
    666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db e5e5e5`),
  light: parse(`3b3b3b ffffff 005fb8
    000000 cd3131 107c10 949800 0451a5 bc05bc 0598bc 555555
    666666 f14c4c 14ce14 b5ba00 3b8eea d670d6 29b8db a5a5a5`),
  highContrast: parse(`ffffff 000000 ffffff
    000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5
    7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff`),
  highContrastLight: parse(`292929 ffffff 292929
    292929 cd3131 136c13 949800 0451a5 bc05bc 0598bc 555555
    666666 cd3131 00bc00 b5ba00 0451a5 bc05bc 0598bc a5a5a5`),
} as const satisfies Record<ThemeKind, ScreenColours>;

/** The colours of a terminal in a window with this look. */
export function coloursOf({ theme, foreground, background }: TerminalLook): ScreenColours {
  const own = THEMES[theme];
  return {
    foreground: foreground ?? own.foreground,
    background: background ?? own.background,
    cursor: own.cursor,
    ansi: own.ansi,
  };
}

function parse(text: string): ScreenColours {
  const colours = text.split(/\s+/).map((hex) => parseColour(`#${hex}`) ?? BLACK);
  const [foreground = BLACK, background = BLACK, cursor = BLACK, ...ansi] = colours;
  return { foreground, background, cursor, ansi };
}
