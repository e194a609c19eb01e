import * as vscode from 'vscode';
import type { TerminalLocationSetting } from '../../config/contributions';

export interface TerminalPlacement {
  readonly location: TerminalLocationSetting;
  readonly focus: 'take' | 'leave';
  /**
   * The editor group for a terminal in the editor area, counted from 1; by default the active one.
   */
  readonly column?: number | undefined;
  /** Whether a terminal in the panel is not shown: showing it would open the panel. */
  readonly isQuiet?: boolean | undefined;
  /**
   * Whether a session with a terminal gets another one; by default its terminal is brought to the
   * front.
   */
  readonly terminal?: 'existing' | 'another';
}

export function toLocation(
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
