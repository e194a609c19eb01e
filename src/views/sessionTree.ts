import * as vscode from 'vscode';
import { Emitter } from '../base/event';
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

  private readonly didServe = this.store.add(new Emitter<void>());

  readonly onDidChangeTreeData = this.didChange.event;
  /** VS Code has been given rows, and knows them once it has taken them in. */
  readonly onDidServe = this.didServe.event;

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
    this.didServe.fire();
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
    // No arguments: with some, VS Code makes a command of its own for this very drawing of the row, and
    // a click that comes while the row is drawn anew finds that gone and opens nothing.
    item.command = { command: COMMANDS.openSelected, title: 'Open Session' };
  }
  return item;
}
