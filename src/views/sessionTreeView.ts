import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { VIEWS } from '../config/contributions';
import { setContextKey } from './contextKeys';
import type { InstalledAgents } from './installedAgents';
import type { SessionTerminals } from './sessionTerminals';
import type { SessionTree } from './sessionTree';
import type { TreeNode } from './treeModel';

export interface SessionTreeViewDeps {
  readonly tree: SessionTree;
  readonly terminals: Pick<SessionTerminals, 'activeSessionId'>;
  readonly installed: Pick<InstalledAgents, 'lookIfUsable'>;
  logError(error: unknown): void;
}

/** The tree's view: what is selected in it, and that the selection follows the terminals. */
export class SessionTreeView implements Disposable {
  private readonly store = new DisposableStore();
  private readonly view: vscode.TreeView<TreeNode>;
  /** The session whose row was selected since its terminal came to the front. */
  private revealedId: string | undefined;

  constructor(private readonly deps: SessionTreeViewDeps) {
    this.view = this.store.add(
      vscode.window.createTreeView(VIEWS.sessions, { treeDataProvider: deps.tree }),
    );
    this.store.add(
      this.view.onDidChangeSelection(({ selection }) =>
        setContextKey('selectedItem', selection[0]?.kind),
      ),
    );
    this.store.add(this.view.onDidChangeVisibility(() => this.handleVisible()));
    this.store.add(vscode.window.onDidChangeActiveTerminal(() => this.followActive()));
    // The terminal of a start is there before its row.
    this.store.add(this.deps.tree.onDidChangeTreeData(() => this.revealActive()));
    this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.handleVisible()));
    this.handleVisible();
  }

  get selection(): TreeNode | undefined {
    return this.view.selection[0];
  }

  dispose(): void {
    this.store.dispose();
  }

  private handleVisible(): void {
    if (this.view.visible) {
      this.deps.installed.lookIfUsable().catch((error: unknown) => this.deps.logError(error));
    }
  }

  private followActive(): void {
    this.revealedId = undefined;
    this.revealActive();
  }

  /** Only in a view that is seen: revealing would open it. And once: the person may select another. */
  private revealActive(): void {
    const id = this.deps.terminals.activeSessionId;
    const isNew = id !== undefined && id !== this.revealedId;
    const node = isNew ? this.deps.tree.findSession(id) : undefined;
    if (node && this.view.visible) {
      this.revealedId = id;
      // The row may go while VS Code looks for it; then there is nothing to select.
      this.view.reveal(node, { select: true, focus: false }).then(undefined, () => {});
    }
  }
}
