import * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { TerminalLook, ThemeKind } from '../../pty/terminalLook';
import { withReportedColours } from '../terminals/reportedColours';

const SECTION = 'terminal.integrated';
const UNICODE_VERSION = 'unicodeVersion';

const THEMES = {
  [vscode.ColorThemeKind.Dark]: 'dark',
  [vscode.ColorThemeKind.HighContrast]: 'highContrast',
  [vscode.ColorThemeKind.HighContrastLight]: 'highContrastLight',
  [vscode.ColorThemeKind.Light]: 'light',
} as const satisfies Record<vscode.ColorThemeKind, ThemeKind>;

/**
 * The look of the window's terminals, by the theme, VS Code's settings and what terminals report: no
 * API has the colours of a theme.
 */
export class WindowLook implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private look: TerminalLook = { theme: readTheme(), unicodeVersion: readUnicodeVersion() };

  readonly onDidChange = this.didChange.event;

  constructor() {
    this.store.add(
      vscode.window.onDidChangeActiveColorTheme(() => {
        this.set({ theme: readTheme(), unicodeVersion: this.look.unicodeVersion });
      }),
    );
    this.store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${SECTION}.${UNICODE_VERSION}`)) {
          this.set({ ...this.look, unicodeVersion: readUnicodeVersion() });
        }
      }),
    );
  }

  get current(): TerminalLook {
    return this.look;
  }

  /** Reads the colours that a terminal reports in its input. */
  readInput(input: string): void {
    this.set(withReportedColours(this.look, input));
  }

  dispose(): void {
    this.store.dispose();
  }

  private set(look: TerminalLook): void {
    if (look !== this.look) {
      this.look = look;
      this.didChange.fire();
    }
  }
}

function readTheme(): ThemeKind {
  return THEMES[vscode.window.activeColorTheme.kind];
}

function readUnicodeVersion(): TerminalLook['unicodeVersion'] {
  const version = vscode.workspace.getConfiguration(SECTION).get(UNICODE_VERSION);
  return version === '6' ? '6' : '11';
}
