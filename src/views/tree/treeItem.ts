import * as vscode from 'vscode';
import type { NodePresentation } from './treePresentation';

/** Converts a row to VS Code's tree item. A click on it runs `openCommand`. */
export function toTreeItem(
  nodeId: string,
  row: NodePresentation,
  openCommand: string,
): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, COLLAPSIBLE[row.collapsible]);
  // VS Code keeps a row's expansion as long as its id is the same. A task must expand by itself
  // when it gets its first session.
  item.id = `${nodeId} ${row.collapsible}`;
  item.description = row.description;
  item.tooltip = row.tooltip;
  item.contextValue = row.contextValue;
  item.iconPath = new vscode.ThemeIcon(
    row.icon,
    row.color === undefined ? undefined : new vscode.ThemeColor(row.color),
  );
  item.accessibilityInformation = { label: row.accessibilityLabel };
  if (row.opens) {
    // Without arguments: with arguments VS Code creates a temporary command for each drawing of the
    // row, and a click during a redraw finds that command removed and does nothing.
    item.command = { command: openCommand, title: 'Open Session' };
  }
  return item;
}

const COLLAPSIBLE = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const satisfies Record<NodePresentation['collapsible'], vscode.TreeItemCollapsibleState>;
