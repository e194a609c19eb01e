import * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { planInView } from './planInView';
import type { SessionTerminals } from '../terminals/sessionTerminals';

/** Determines which sessions are visible, and whether the window has the focus. */
export class SessionsInView implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());

  /** Fires when the visible sessions may have changed. */
  readonly onDidChange = this.didChange.event;

  constructor(private readonly terminals: SessionTerminals) {
    const fire = (): void => this.didChange.fire();
    this.store.add(vscode.window.onDidChangeWindowState(fire));
    this.store.add(vscode.window.onDidChangeActiveTerminal(fire));
    this.store.add(vscode.window.tabGroups.onDidChangeTabs(fire));
    this.store.add(vscode.window.tabGroups.onDidChangeTabGroups(fire));
  }

  get isWindowFocused(): boolean {
    return vscode.window.state.focused;
  }

  /** Returns the PTY ids of the visible sessions, also without window focus. */
  list(): ReadonlySet<string> {
    const { activeTerminal, tabGroups } = vscode.window;
    const terminals = vscode.window.terminals.map((terminal) => ({
      name: terminal.name,
      sessionId: this.terminals.sessionIdOf(terminal),
      isActive: terminal === activeTerminal,
    }));
    const tabs = tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTerminal);
    return planInView(terminals, tabs);
  }

  dispose(): void {
    this.store.dispose();
  }
}
