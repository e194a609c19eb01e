import * as vscode from 'vscode';
import type { TerminalPlace } from '../../config/contributions';
import { hasFront } from '../terminals/keepInFront';
import type { TabLineUp } from '../restore/planRestore';

/** VS Code's own setting, and its default. */
export function terminalScrollback(): number {
  return vscode.workspace.getConfiguration('terminal.integrated').get('scrollback', 1000);
}

/** VS Code opens a tab right of the one in front, unless the person wants it elsewhere. */
export function lineUpOf(location: TerminalPlace): TabLineUp {
  const positioning = vscode.workspace.getConfiguration('workbench.editor').get('openPositioning');
  if (location !== 'editor' || positioning !== 'right') {
    return 'after';
  }
  return hasFront() ? 'besideFront' : 'besideFirst';
}
