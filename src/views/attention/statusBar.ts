import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifecycle';
import { COMMANDS } from '../../config/contributions';
import type { StatusBarText } from './statusBarText';

/** Beside what other extensions say of the window as a whole. */
const PRIORITY = 50;

/** The one item of ours in the status bar. */
export class StatusBar implements Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'agentTerminals.status',
    vscode.StatusBarAlignment.Left,
    PRIORITY,
  );

  constructor() {
    this.item.name = 'Agents';
    this.item.command = COMMANDS.nextSession;
  }

  /** Nothing to say hides it. */
  show(said: StatusBarText | undefined): void {
    if (!said) {
      this.item.hide();
      return;
    }
    this.item.text = said.text;
    this.item.tooltip = said.tooltip;
    this.item.accessibilityInformation = { label: said.words };
    this.item.backgroundColor = said.needsYou
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}
