import * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { COMMANDS, VIEWS } from '../../config/contributions';
import { setContextKey } from '../workspace/contextKeys';
import { NeedsYouRows, type NeedsYouRowsDeps, type WaitingNode } from './needsYouRows';
import { SettledSelection } from '../tree/settledSelection';
import { toTreeItem } from '../tree/treeItem';

/**
 * The view of the sessions that wait for the person. It is shown only while such sessions exist.
 */
export class NeedsYouView implements Disposable, vscode.TreeDataProvider<WaitingNode> {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new vscode.EventEmitter<void>());
  private readonly didServe = this.store.add(new Emitter<void>());
  private readonly rows: NeedsYouRows;
  private readonly view: vscode.TreeView<WaitingNode>;
  readonly selected: SettledSelection<WaitingNode>;

  readonly onDidChangeTreeData = this.didChange.event;

  constructor(deps: NeedsYouRowsDeps) {
    this.rows = this.store.add(new NeedsYouRows(deps));
    this.view = this.store.add(
      vscode.window.createTreeView(VIEWS.needsYou, { treeDataProvider: this }),
    );
    this.selected = this.store.add(
      new SettledSelection(deps.clock, () => this.view.selection[0], this.didServe.event),
    );
    this.store.add(this.rows.onDidChange(() => this.handleChange()));
    this.handleChange();
  }

  getTreeItem(node: WaitingNode): vscode.TreeItem {
    const row = this.rows.present(node);
    // VS Code may request a row that was removed. It is drawn empty once and disappears with the
    // next update.
    return row ? toTreeItem(node.id, row, COMMANDS.openWaiting) : new vscode.TreeItem('');
  }

  getChildren(node?: WaitingNode): WaitingNode[] {
    this.didServe.fire();
    return node ? [] : [...this.rows.nodes];
  }

  dispose(): void {
    this.store.dispose();
  }

  private handleChange(): void {
    setContextKey('someNeedYou', this.rows.nodes.length > 0);
    this.didChange.fire();
  }
}
