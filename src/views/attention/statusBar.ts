import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifecycle';
import { COMMANDS } from '../../config/contributions';
import type { StatusBarText } from './statusBarText';

/** Next to the items of other extensions about the whole window. */
const PRIORITY = 50;

/** The extension's item in the status bar. */
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

  /** Shows the text; undefined hides the item. */
  show(shown: StatusBarText | undefined): void {
    if (!shown) {
      this.item.hide();
      return;
    }
    this.item.text = shown.text;
    this.item.tooltip = shown.tooltip;
    this.item.accessibilityInformation = { label: shown.words };
    this.item.backgroundColor = shown.needsYou
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}
