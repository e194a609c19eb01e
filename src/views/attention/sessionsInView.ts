import * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { planInView } from './planInView';
import { listTerminals, listTerminalTabs } from '../terminals/openTabs';
import type { SessionTerminals } from '../terminals/sessionTerminals';

export class SessionsInView implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());

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
    return planInView(listTerminals(this.terminals), listTerminalTabs());
  }

  dispose(): void {
    this.store.dispose();
  }
}
