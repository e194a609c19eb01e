import * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { COMMANDS } from '../../config/contributions';
import { toTreeItem } from './treeItem';
import type { TreeNode } from './treeModel';
import { TreeRows, type TreeRowsDeps } from './treeRows';

/** The tree of workspace folders, tasks and sessions; redraws only changed rows. */
export class SessionTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(
    new vscode.EventEmitter<TreeNode[] | undefined | void>(),
  );
  private readonly rows: TreeRows;

  private readonly didServe = this.store.add(new Emitter<void>());

  /** Fires when the rows may have changed. */
  readonly onDidRefresh: Event<void>;
  readonly onDidChangeTreeData = this.didChange.event;
  /** Fires when VS Code has requested rows; it adopts them afterwards. */
  readonly onDidServe = this.didServe.event;

  constructor(deps: TreeRowsDeps) {
    this.rows = this.store.add(new TreeRows(deps));
    this.onDidRefresh = this.rows.onDidRefresh;
    this.store.add(
      this.rows.onDidChange((rows) => this.didChange.fire(rows === 'all' ? undefined : [...rows])),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const row = this.rows.present(node);
    // VS Code may request a row that was removed. It is drawn empty once and disappears with the
    // next update.
    return row ? toTreeItem(node.id, row, COMMANDS.openSelected) : new vscode.TreeItem('');
  }

  getChildren(node?: TreeNode): TreeNode[] {
    this.didServe.fire();
    return [...this.rows.childrenOf(node)];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return this.rows.parentOf(node);
  }

  /** What the person has to do, in words; empty for nothing. */
  get counts(): string {
    return this.rows.counts;
  }

  findSession(sessionId: string): TreeNode | undefined {
    return this.rows.findSession(sessionId);
  }

  /** Redraws all rows, even unchanged ones. */
  redraw(): void {
    this.didChange.fire();
  }

  dispose(): void {
    this.store.dispose();
  }
}
