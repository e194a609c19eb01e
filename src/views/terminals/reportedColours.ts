import { luminanceOf, parseColour } from '../../pty/screen/xterm/colourSpec';
import { coloursOf } from '../../pty/screen/xterm/themeColours';
import type { TerminalLook, ThemeKind } from '../../pty/terminalLook';

/** A terminal's answer to a query of the colour of text (10) or background (11). */
const REPORT = /\x1b\](1[01]);(rgb:[\da-f/]+)(?:\x07|\x1b\\)/gi;

const LIGHT: ReadonlySet<ThemeKind> = new Set(['light', 'highContrastLight']);

/**
 * The look with the colours that a terminal reports in its input; the same one without any. Colours
 * that contradict the theme are those of a program, which may set its own.
 */
export function withReportedColours(look: TerminalLook, input: string): TerminalLook {
  const reports = new Map(
    [...input.matchAll(REPORT)].map(([, code, spec = '']) => [code, parseColour(spec)]),
  );
  if (reports.size === 0) {
    return look;
  }
  const next = {
    ...look,
    foreground: reports.get('10') ?? look.foreground,
    background: reports.get('11') ?? look.background,
  };
  const { foreground, background } = coloursOf(next);
  const isLight = luminanceOf(background) > luminanceOf(foreground);
  return isLight === LIGHT.has(look.theme) ? next : look;
}
