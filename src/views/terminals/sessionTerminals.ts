import * as vscode from 'vscode';
import type { WindowSessions } from '../../pty/windowSessions';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { TerminalPlace } from '../../config/contributions';
import type { Settings } from '../../config/settings';
import type { Dimensions } from '../../pty/ptyProcess';
import {
  AgentPseudoterminal,
  type PseudoterminalDeps,
  type SessionView,
} from './agentPseudoterminal';
import type { DisplayOf } from '../dialogs/providerDisplay';
import { planTerminalClose, type TerminalCloseReason } from './terminalCloseAction';
import type { TerminalSubject } from './terminalSubject';

export interface TerminalPlacement {
  readonly location: TerminalPlace;
  readonly focus: 'take' | 'leave';
  /** The editor group, counted from 1, where it opens in the editor area; by default the one in front. */
  readonly column?: number | undefined;
  /** Whether one in the panel is left out of sight: to show it would open the panel. */
  readonly isQuiet?: boolean | undefined;
  /** Whether a session that is shown already gets one more terminal; by default it is brought to the front. */
  readonly terminal?: 'existing' | 'another';
}

export interface SessionTerminalsDeps extends PseudoterminalDeps {
  readonly sessions: Pick<WindowSessions, 'attach' | 'kill' | 'onDidChange' | 'onDidRelease'>;
  readonly displayOf: DisplayOf;
  /** The setting, as the folder that holds `cwd` has it. */
  onTerminalClose(cwd: string): Settings['onTerminalClose'];
  /** What stands before the names of a session's terminals; empty for nothing. */
  markOf(sessionId: string): string;
  /** Tells the person of a failure that no terminal is there to show. */
  showError(error: unknown): void;
}

interface Shown {
  readonly subject: TerminalSubject;
  readonly pty: AgentPseudoterminal;
  /** The start, from the moment that it began. */
  launching: Promise<unknown> | undefined;
}

/** Knows which VS Code terminals show which session. */
export class SessionTerminals implements Disposable {
  private readonly store = new DisposableStore();
  /** In the order in which they came. */
  private shown: readonly Shown[] = [];

  constructor(private readonly deps: SessionTerminalsDeps) {
    this.store.add(
      deps.sessions.onDidRelease(({ id }) => this.allOf(id).forEach(({ pty }) => pty.leave())),
    );
    this.store.add(
      deps.sessions.onDidChange(({ type, session }) => {
        if (type === 'created') {
          this.allOf(session.id).forEach(({ pty }) => pty.resume());
        }
      }),
    );
    this.store.add(vscode.window.onDidCloseTerminal((terminal) => this.handleClosed(terminal)));
  }

  /** The session in the terminal that has the focus, or had it last. */
  get activeSessionId(): string | undefined {
    const terminal = vscode.window.activeTerminal;
    return terminal && this.sessionIdOf(terminal);
  }

  /** The session that a terminal shows; `undefined` where it is none of ours. */
  sessionIdOf(terminal: vscode.Terminal): string | undefined {
    return this.findShown(terminal)?.subject.sessionId;
  }

  /** What all names of a terminal hold; empty where it is none of ours. */
  labelOf(terminal: vscode.Terminal): string {
    return this.findShown(terminal)?.subject.label ?? '';
  }

  /**
   * Shows a session: in the terminal it has, else in a new one, or in one more if so wished. A
   * start gets a new one in any case; the terminals of the session that it replaces close.
   */
  open(subject: TerminalSubject, placement: TerminalPlacement): void {
    const isEnough = !subject.launch && placement.terminal !== 'another';
    if (isEnough && this.reveal(subject.sessionId, placement.focus)) {
      return;
    }
    const preserveFocus = placement.focus === 'leave';
    const terminal = this.create(subject, toLocation(placement, preserveFocus));
    if (!placement.isQuiet) {
      terminal.show(preserveFocus);
      this.focusOnceOpen(terminal, preserveFocus);
    }
  }

  /** Resolves once VS Code has a screen for the session's newest terminal; never for one that is closed before. */
  whenOpen(sessionId: string): Promise<void> {
    return new Promise((resolve) => {
      this.newestOf(sessionId)?.pty.onDidOpen(resolve);
    });
  }

  /** The options of a new terminal for `subject`, for whoever creates the terminal itself. */
  createOptions(subject: TerminalSubject): vscode.ExtensionTerminalOptions {
    const { launch } = subject;
    if (launch) {
      // Its id is the new start's by now, so nothing gives it free.
      this.take(subject.sessionId);
    }
    const pty = new AgentPseudoterminal(this.deps, {
      ...subject,
      launch: launch && ((size) => this.launch(subject, launch, size)),
    });
    pty.mark(this.deps.markOf(subject.sessionId));
    this.shown = [...this.shown, { subject, pty, launching: undefined }];
    const iconPath = new vscode.ThemeIcon(
      this.deps.displayOf(subject.providerId, subject.folder).icon,
    );
    return { name: subject.label, pty, iconPath };
  }

  /**
   * The same for a terminal profile. VS Code looks for such a terminal before it is there and
   * shows the one before, so it comes to the front by itself once it is open.
   */
  createProfileOptions(subject: TerminalSubject): vscode.ExtensionTerminalOptions {
    const options = this.createOptions(subject);
    const { sessionId } = subject;
    this.newestOf(sessionId)?.pty.onDidOpen(() => this.reveal(sessionId, 'take'));
    return options;
  }

  /** Brings the session's newest terminal to the front; false if it has none. */
  reveal(sessionId: string, focus: TerminalPlacement['focus']): boolean {
    const shown = this.newestOf(sessionId);
    const terminal = shown && findTerminal(shown);
    terminal?.show(focus === 'leave');
    return terminal !== undefined;
  }

  /**
   * Closes the session's terminals, whatever the settings say of closing; the session lives on,
   * and a start that has not begun is given up.
   */
  close(sessionId: string): void {
    this.take(sessionId).forEach(({ subject }) => subject.discard?.());
  }

  /** Names the session's terminals anew; harmless where it has none. */
  relabel(sessionId: string, label: string): void {
    this.allOf(sessionId).forEach(({ pty }) => pty.relabel(label));
  }

  /** Puts the mark before the names of the session's terminals that it has by now. */
  updateMark(sessionId: string): void {
    const mark = this.deps.markOf(sessionId);
    this.allOf(sessionId).forEach(({ pty }) => pty.mark(mark));
  }

  dispose(): void {
    this.store.dispose();
  }

  private create(
    subject: TerminalSubject,
    location: NonNullable<vscode.ExtensionTerminalOptions['location']>,
  ): vscode.Terminal {
    try {
      return vscode.window.createTerminal({ ...this.createOptions(subject), location });
    } catch (error) {
      this.close(subject.sessionId);
      throw error;
    }
  }

  /** Forgets what shows the session, and closes it. */
  private take(sessionId: string): readonly Shown[] {
    const taken = this.allOf(sessionId);
    this.shown = this.shown.filter((shown) => !taken.includes(shown));
    taken.forEach((shown) => findTerminal(shown)?.dispose());
    return taken;
  }

  /** A terminal in the editor area that has no screen yet cannot take the focus: it is given once more. */
  private focusOnceOpen(terminal: vscode.Terminal, preserveFocus: boolean): void {
    this.findShown(terminal)?.pty.onDidOpen(() => {
      if (!preserveFocus && vscode.window.activeTerminal === terminal) {
        terminal.show();
      }
    });
  }

  private launch(
    subject: TerminalSubject,
    launch: NonNullable<SessionView['launch']>,
    size: Dimensions | undefined,
  ): Promise<unknown> {
    const launching = launch(size);
    const shown = this.shown.find((one) => one.subject === subject);
    if (shown) {
      shown.launching = launching;
    }
    return launching;
  }

  private allOf(sessionId: string): readonly Shown[] {
    return this.shown.filter(({ subject }) => subject.sessionId === sessionId);
  }

  private newestOf(sessionId: string): Shown | undefined {
    return this.allOf(sessionId).at(-1);
  }

  private findShown(terminal: vscode.Terminal): Shown | undefined {
    const pty = ptyOf(terminal);
    return pty && this.shown.find((shown) => shown.pty === pty);
  }

  private handleClosed(terminal: vscode.Terminal): void {
    const shown = this.findShown(terminal);
    if (!shown) {
      return;
    }
    const { subject, launching } = shown;
    this.shown = this.shown.filter((other) => other !== shown);
    if (this.newestOf(subject.sessionId)) {
      // Another terminal shows the session still.
      return;
    }
    const action = planTerminalClose({
      reason: REASONS[terminal.exitStatus?.reason ?? vscode.TerminalExitReason.Unknown],
      onTerminalClose: this.deps.onTerminalClose(subject.cwd),
      isLaunched: launching !== undefined || subject.launch === undefined,
    });
    switch (action) {
      case 'nothing':
        subject.discard?.();
        break;
      case 'launch':
        subject.launch?.(undefined).catch((error: unknown) => this.deps.showError(error));
        break;
      case 'kill':
        void this.killOnceLaunched(subject.sessionId, launching);
        break;
    }
  }

  private async killOnceLaunched(id: string, launching: Promise<unknown> | undefined) {
    try {
      await launching;
      await this.deps.sessions.kill(id);
    } catch (error) {
      this.deps.showError(error);
    }
  }
}

const REASONS = {
  [vscode.TerminalExitReason.Unknown]: 'unknown',
  [vscode.TerminalExitReason.Shutdown]: 'shutdown',
  [vscode.TerminalExitReason.Process]: 'process',
  [vscode.TerminalExitReason.User]: 'user',
  [vscode.TerminalExitReason.Extension]: 'extension',
} as const satisfies Record<vscode.TerminalExitReason, TerminalCloseReason>;

/** The pseudoterminal that a terminal was created with; a real shell's has none. */
function ptyOf(terminal: vscode.Terminal): vscode.Pseudoterminal | undefined {
  return 'pty' in terminal.creationOptions ? terminal.creationOptions.pty : undefined;
}

function findTerminal({ pty }: Shown): vscode.Terminal | undefined {
  return vscode.window.terminals.find((terminal) => ptyOf(terminal) === pty);
}

function toLocation(
  { location, column }: TerminalPlacement,
  preserveFocus: boolean,
): vscode.TerminalLocation | vscode.TerminalEditorLocationOptions {
  switch (location) {
    case 'panel':
      return vscode.TerminalLocation.Panel;
    case 'editor':
      return { viewColumn: column ?? vscode.ViewColumn.Active, preserveFocus };
    case 'beside':
      return { viewColumn: vscode.ViewColumn.Beside, preserveFocus };
  }
}
