import * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { COMMANDS } from '../../config/contributions';
import { toTreeItem } from './treeItem';
import type { TreeNode } from './treeModel';
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
    return row ? toTreeItem(node.id, row, COMMANDS.openSelected) : new vscode.TreeItem('');
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

  /** Has all rows drawn anew, also what has not changed. */
  redraw(): void {
    this.didChange.fire();
  }

  dispose(): void {
    this.store.dispose();
  }
}
