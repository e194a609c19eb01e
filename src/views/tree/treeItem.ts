import * as vscode from 'vscode';
import { CHANGE_SCHEME } from '../../config/contributions';
import type { ChangeKind } from '../../worktrees/changes/changes';

export interface NodePresentation {
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The id of a theme colour. */
  readonly color: string | undefined;
  readonly contextValue: string;
  /** The text for screen readers: everything that is visible. */
  readonly accessibilityLabel: string;
  readonly collapsible: 'none' | 'collapsed' | 'expanded';
  /** Whether Enter or a click opens a terminal or a diff. */
  readonly opens: boolean;
  /** The changed file that the row stands for: its icon and its decoration. */
  readonly resource?: { readonly path: string; readonly kind: ChangeKind };
  /** Whether its file is marked as reviewed; absent of a row without a box for it. */
  readonly isReviewed?: boolean;
}

/** Converts a row to VS Code's tree item. A click on it runs `openCommand`. */
export function toTreeItem(
  nodeId: string,
  row: NodePresentation,
  openCommand: string,
): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, COLLAPSIBLE[row.collapsible]);
  // VS Code keeps a row's expansion as long as its id is the same. A task must expand by itself
  // when it gets its second session. No other row changes its id: it would lose its selection.
  item.id = row.collapsible === 'expanded' ? `${nodeId} expanded` : nodeId;
  item.description = row.description;
  item.tooltip = row.tooltip;
  item.contextValue = row.contextValue;
  item.iconPath = new vscode.ThemeIcon(
    row.icon,
    row.color === undefined ? undefined : new vscode.ThemeColor(row.color),
  );
  if (row.resource) {
    // Not the file itself: its decoration would appear in the explorer and in tabs, too.
    const { path, kind } = row.resource;
    item.resourceUri = vscode.Uri.from({ scheme: CHANGE_SCHEME, path: `/${path}`, query: kind });
  }
  if (row.isReviewed !== undefined) {
    const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
    item.checkboxState = {
      state: row.isReviewed ? Checked : Unchecked,
      tooltip: row.isReviewed ? 'Mark as not reviewed' : 'Mark as reviewed',
    };
  }
  item.accessibilityInformation = { label: row.accessibilityLabel };
  if (row.opens) {
    // Without arguments: with arguments VS Code creates a temporary command for each drawing of the
    // row, and a click during a redraw finds that command removed and does nothing.
    item.command = { command: openCommand, title: 'Open' };
  }
  return item;
}

const COLLAPSIBLE = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const satisfies Record<NodePresentation['collapsible'], vscode.TreeItemCollapsibleState>;
