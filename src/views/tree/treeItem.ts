import * as vscode from 'vscode';
import type { NodePresentation } from './treePresentation';

/** A row as VS Code draws it. `openCommand` is what a click on it does. */
export function toTreeItem(
  nodeId: string,
  row: NodePresentation,
  openCommand: string,
): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, COLLAPSIBLE[row.collapsible]);
  // VS Code keeps a row as it was first drawn, open or closed, for as long as its id is the same;
  // a task that gets its first session is to open by itself.
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
    // No arguments: with some, VS Code makes a command of its own for this very drawing of the row, and
    // a click that comes while the row is drawn anew finds that gone and opens nothing.
    item.command = { command: openCommand, title: 'Open Session' };
  }
  return item;
}

const COLLAPSIBLE = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const satisfies Record<NodePresentation['collapsible'], vscode.TreeItemCollapsibleState>;
