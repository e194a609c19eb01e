import * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { planInView } from './planInView';
import type { SessionTerminals } from '../terminals/sessionTerminals';

/** Which sessions the person can see, and whether they look at the window at all. */
export class SessionsInView implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());

  /** What can be seen may be other sessions now. */
  readonly onDidChange = this.didChange.event;

  constructor(private readonly terminals: Pick<SessionTerminals, 'sessionIdOf'>) {
    const fire = (): void => this.didChange.fire();
    this.store.add(vscode.window.onDidChangeWindowState(fire));
    this.store.add(vscode.window.onDidChangeActiveTerminal(fire));
    this.store.add(vscode.window.tabGroups.onDidChangeTabs(fire));
    this.store.add(vscode.window.tabGroups.onDidChangeTabGroups(fire));
  }

  get isWindowFocused(): boolean {
    return vscode.window.state.focused;
  }

  /** By their PTY ids, whether the window has the focus or not. */
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
