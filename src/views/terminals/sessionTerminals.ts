import * as vscode from 'vscode';
import type { WindowSessions } from '../../pty/windowSessions';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Settings } from '../../config/settings';
import type { Dimensions } from '../../pty/ptyProcess';
import { AgentPseudoterminal, type PseudoterminalDeps } from './agentPseudoterminal';
import type { DisplayOf } from '../dialogs/providerDisplay';
import { planTerminalClose, type TerminalCloseReason } from './terminalCloseAction';
import { toLocation, type TerminalPlacement } from './terminalPlacement';
import type { TerminalSession, TerminalSubject } from './terminalSubject';

interface SessionTerminalsDeps extends PseudoterminalDeps {
  readonly sessions: WindowSessions;
  readonly displayOf: DisplayOf;
  /** The setting of the folder that contains `cwd`. */
  onTerminalClose(cwd: string): Settings['onTerminalClose'];
  /** The mark before the names of a session's terminals; empty for none. */
  activityMark(sessionId: string): string;
  /** Shows the person an error that no terminal can show. */
  showError(error: unknown): void;
}

interface Shown {
  readonly subject: TerminalSubject;
  readonly pty: AgentPseudoterminal;
  /** The start, once it has begun. */
  launching: Promise<unknown> | undefined;
}

/** Opens, finds and closes the VS Code terminals of sessions. */
export class SessionTerminals implements Disposable {
  private readonly store = new DisposableStore();
  /** In the order of their creation. */
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

  /** The session of the terminal that has the focus, or had it last. */
  get activeSessionId(): string | undefined {
    const terminal = vscode.window.activeTerminal;
    return terminal && this.sessionIdOf(terminal);
  }

  /** Returns the session that a terminal shows; undefined for other terminals. */
  sessionIdOf(terminal: vscode.Terminal): string | undefined {
    return this.findShown(terminal)?.subject.sessionId;
  }

  /** Returns the text that all names of a terminal contain; empty for other terminals. */
  labelOf(terminal: vscode.Terminal): string {
    return this.findShown(terminal)?.subject.label ?? '';
  }

  /**
   * Shows a session in its terminal, or in a new one if it has none or `placement` requests
   * another. A start always gets a new terminal; the terminals of the session that it replaces
   * close.
   */
  open(subject: TerminalSubject, placement: TerminalPlacement): void {
    const canReuse = !subject.launch && placement.terminal !== 'another';
    if (canReuse && this.reveal(subject.sessionId, placement.focus)) {
      return;
    }
    const preserveFocus = placement.focus === 'leave';
    const before = vscode.window.activeTerminal;
    const terminal = this.create(subject, toLocation(placement, preserveFocus));
    if (!placement.isQuiet) {
      terminal.show(preserveFocus);
    }
    if (!placement.isQuiet && !preserveFocus) {
      this.focusOnceOpen(terminal, before, placement);
    }
  }

  /**
   * Resolves once VS Code has a screen for the session's newest terminal. Never resolves for one
   * that closes before.
   */
  whenOpen(sessionId: string): Promise<void> {
    return new Promise((resolve) => {
      this.newestOf(sessionId)?.pty.onDidOpen(resolve);
    });
  }

  /**
   * Returns the options of a new terminal for `subject`, for a caller that creates the terminal
   * itself.
   */
  createOptions(subject: TerminalSubject): vscode.ExtensionTerminalOptions {
    const { sessionId, label, cwd, redraws, launch } = subject;
    if (launch) {
      // The id belongs to the new start now, so the start that it replaces is not discarded.
      this.remove(sessionId);
    }
    const pty = new AgentPseudoterminal(this.deps, {
      sessionId,
      label,
      cwd,
      redraws,
      launch: launch && ((size) => this.launch(subject, launch, size)),
    });
    pty.name.mark(this.deps.activityMark(sessionId));
    this.shown = [...this.shown, { subject, pty, launching: undefined }];
    const iconPath = new vscode.ThemeIcon(
      this.deps.displayOf(subject.providerId, subject.folder).icon,
    );
    return { name: label, pty, iconPath };
  }

  /**
   * Returns the options for a terminal profile. VS Code shows another terminal while it waits for
   * this one, so this one comes to the front by itself once it is open.
   */
  createProfileOptions(subject: TerminalSubject): vscode.ExtensionTerminalOptions {
    const options = this.createOptions(subject);
    const { sessionId } = subject;
    this.newestOf(sessionId)?.pty.onDidOpen(() => this.reveal(sessionId, 'take'));
    return options;
  }

  /** Brings the session's newest terminal to the front; returns false if it has none. */
  reveal(sessionId: string, focus: TerminalPlacement['focus']): boolean {
    const shown = this.newestOf(sessionId);
    const terminal = shown && findTerminal(shown);
    terminal?.show(focus === 'leave');
    return terminal !== undefined;
  }

  /**
   * Closes the session's terminals, regardless of the setting `onTerminalClose`. The session
   * continues; a start that has not begun is discarded.
   */
  close(sessionId: string): void {
    this.remove(sessionId).forEach(({ subject }) => subject.discard?.());
  }

  relabel(sessionId: string, label: string): void {
    this.allOf(sessionId).forEach(({ pty }) => pty.name.relabel(label));
  }

  updateMark(sessionId: string): void {
    const mark = this.deps.activityMark(sessionId);
    this.allOf(sessionId).forEach(({ pty }) => pty.name.mark(mark));
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

  /** Forgets and closes the session's terminals. */
  private remove(sessionId: string): readonly Shown[] {
    const removed = this.allOf(sessionId);
    this.shown = this.shown.filter((shown) => !removed.includes(shown));
    removed.forEach((shown) => findTerminal(shown)?.dispose());
    return removed;
  }

  /**
   * A terminal in the editor area without a screen cannot take the focus, so it is focused again
   * once it is open. If its editor is still opening then, `show` only waits for that
   * (`TerminalEditorService._revealEditor` of VS Code), so its group is focused.
   */
  private focusOnceOpen(
    terminal: vscode.Terminal,
    before: vscode.Terminal | undefined,
    { location }: TerminalPlacement,
  ): void {
    this.findShown(terminal)?.pty.onDidOpen(() => {
      // VS Code may report the new terminal as active only later.
      const { activeTerminal } = vscode.window;
      if (activeTerminal !== terminal && activeTerminal !== before) {
        return;
      }
      if (location === 'panel') {
        terminal.show();
      } else {
        this.focusEditors();
      }
    });
  }

  private focusEditors(): void {
    vscode.commands
      .executeCommand('workbench.action.focusActiveEditorGroup')
      .then(undefined, (error: unknown) => {
        this.deps.log.error('A new terminal cannot be focused.', error);
      });
  }

  private launch(
    subject: TerminalSubject,
    launch: NonNullable<TerminalSession['launch']>,
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
      // Another terminal still shows the session.
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
      await this.deps.sessions.find(id)?.kill();
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

/** Returns the pseudoterminal of a terminal; undefined for a real shell's. */
function ptyOf(terminal: vscode.Terminal): vscode.Pseudoterminal | undefined {
  return 'pty' in terminal.creationOptions ? terminal.creationOptions.pty : undefined;
}

function findTerminal({ pty }: Shown): vscode.Terminal | undefined {
  return vscode.window.terminals.find((terminal) => ptyOf(terminal) === pty);
}
