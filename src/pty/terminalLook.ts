import type { Rgb } from './screen/xterm/colourSpec';

/** The kinds of VS Code's colour themes. */
export type ThemeKind = 'dark' | 'light' | 'highContrast' | 'highContrastLight';

/**
 * What the terminals of VS Code's windows look like, as last known. A screen that no terminal shows
 * answers and measures in the same way.
 */
export interface TerminalLook {
  /** VS Code's setting `terminal.integrated.unicodeVersion`: the table of character widths. */
  readonly unicodeVersion: '6' | '11';
  readonly theme: ThemeKind;
  /** As a terminal reported it. Default: that of VS Code's own theme of this kind. */
  readonly foreground?: Rgb | undefined;
  /** See `foreground`. */
  readonly background?: Rgb | undefined;
}

export const DEFAULT_LOOK: TerminalLook = { unicodeVersion: '11', theme: 'dark' };
