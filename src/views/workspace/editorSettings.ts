import * as vscode from 'vscode';
import type { TerminalLocationSetting } from '../../config/contributions';
import { hasFront } from '../terminals/keepInFront';
import type { TabOrder } from '../restore/planRestore';

/** VS Code's setting of the rows above a terminal's screen; 1000 by default. */
export function terminalScrollback(): number {
  return vscode.workspace.getConfiguration('terminal.integrated').get('scrollback', 1000);
}

/**
 * Returns how new tabs are ordered. VS Code opens a tab right of the active one, unless the person
 * has set another position.
 */
export function tabOrderOf(location: TerminalLocationSetting): TabOrder {
  const positioning = vscode.workspace.getConfiguration('workbench.editor').get('openPositioning');
  if (location !== 'editor' || positioning !== 'right') {
    return 'after';
  }
  return hasFront() ? 'besideFront' : 'besideFirst';
}
