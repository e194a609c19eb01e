import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { COMMANDS } from '../config/contributions';
import type { TreeNode } from './treeModel';
import type { NodePresentation } from './treePresentation';
import { TreeRows, type TreeRowsDeps } from './treeRows';

/** Workspace folders, their tasks, their sessions; redraws no more than what changed. */
export class SessionTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(
    new vscode.EventEmitter<TreeNode[] | undefined | void>(),
  );
  private readonly rows: TreeRows;

  readonly onDidChangeTreeData = this.didChange.event;

  constructor(deps: TreeRowsDeps) {
    this.rows = this.store.add(new TreeRows(deps));
    this.store.add(
      this.rows.onDidChange((rows) => this.didChange.fire(rows === 'all' ? undefined : [...rows])),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const row = this.rows.present(node);
    // A row that went since VS Code asked for it is drawn once more, empty, and then no more.
    return row ? toTreeItem(node, row) : new vscode.TreeItem('');
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return [...this.rows.childrenOf(node)];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.rows.parentOf(node);
  }

  /** The row of a session, for revealing it. */
  findSession(sessionId: string): TreeNode | undefined {
    return this.rows.findSession(sessionId);
  }

  dispose(): void {
    this.store.dispose();
  }
}

const COLLAPSIBLE = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const satisfies Record<NodePresentation['collapsible'], vscode.TreeItemCollapsibleState>;

function toTreeItem(node: TreeNode, row: NodePresentation): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, COLLAPSIBLE[row.collapsible]);
  // VS Code keeps a row as it was first drawn, open or closed, for as long as its id is the same;
  // a task that gets its first session is to open by itself.
  item.id = `${node.id} ${row.collapsible}`;
  item.description = row.description;
  item.tooltip = row.tooltip;
  item.contextValue = row.contextValue;
  item.iconPath = new vscode.ThemeIcon(
    row.icon,
    row.color === undefined ? undefined : new vscode.ThemeColor(row.color),
  );
  item.accessibilityInformation = { label: row.accessibilityLabel };
  if (row.opens) {
    item.command = { command: COMMANDS.openSession, title: 'Open Session', arguments: [node] };
  }
  return item;
}
