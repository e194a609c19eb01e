import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { VIEWS } from '../../config/contributions';
import { setContextKey } from '../workspace/contextKeys';
import type { InstalledAgents } from '../workspace/installedAgents';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import type { SessionTree } from './sessionTree';
import { SettledSelection } from './settledSelection';
import type { TreeNode } from './treeModel';

export interface SessionTreeViewDeps {
  readonly clock: Clock;
  readonly tree: SessionTree;
  readonly terminals: Pick<SessionTerminals, 'activeSessionId'>;
  readonly installed: Pick<InstalledAgents, 'lookIfUsable'>;
  logError(error: unknown): void;
}

/** The tree's view: what is selected in it, and that the selection follows the terminals. */
export class SessionTreeView implements Disposable {
  private readonly store = new DisposableStore();
  private readonly view: vscode.TreeView<TreeNode>;
  private readonly settling: SettledSelection<TreeNode>;
  /** The session whose row was selected since its terminal came to the front. */
  private revealedId: string | undefined;

  constructor(private readonly deps: SessionTreeViewDeps) {
    this.view = this.store.add(
      vscode.window.createTreeView(VIEWS.sessions, { treeDataProvider: deps.tree }),
    );
    this.settling = this.store.add(
      new SettledSelection({
        selection: () => this.selection,
        onDidServe: deps.tree.onDidServe,
        clock: deps.clock,
      }),
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

  /**
   * What is selected, also where VS Code has forgotten the selected row for as long as it draws that
   * and its neighbours anew.
   */
  settledSelection(): Promise<TreeNode | undefined> {
    return this.settling.settled();
  }

  redraw(): void {
    this.deps.tree.redraw();
  }

  /** A number on the container's icon, with what it counts; none where it is 0. */
  showBadge(value: number, tooltip: string): void {
    this.view.badge = value === 0 ? undefined : { value, tooltip };
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
