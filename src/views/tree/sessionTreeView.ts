import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { VIEWS, type ContextKeyValues } from '../../config/contributions';
import { setContextKey } from '../workspace/contextKeys';
import type { InstalledAgents } from '../workspace/installedAgents';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import type { SessionTree } from './sessionTree';
import { SettledSelection } from './settledSelection';
import type { TreeNode } from './treeModel';

/** The row of a changed file. */
export type MarkedFile = Extract<TreeNode, { readonly kind: 'file' }>;

/** As package.json has it; VS Code does not tell. */
const TITLE = 'Sessions';

/** The tree's view. Its selection follows the active terminal. */
export class SessionTreeView implements Disposable {
  private readonly store = new DisposableStore();
  private readonly view: vscode.TreeView<TreeNode>;
  readonly selected: SettledSelection<TreeNode>;
  /** The session whose row has been selected since its terminal became active. */
  private revealedId: string | undefined;
  private isSessionActive: boolean | undefined;

  constructor(
    private readonly deps: {
      readonly clock: Clock;
      readonly tree: SessionTree;
      readonly terminals: SessionTerminals;
      readonly installed: InstalledAgents;
      /** Marks a changed file as reviewed, or removes the mark. Shows its errors. */
      mark(file: MarkedFile, isReviewed: boolean): Promise<void>;
      logError(error: unknown): void;
    },
  ) {
    this.view = this.store.add(
      vscode.window.createTreeView(VIEWS.sessions, {
        treeDataProvider: deps.tree,
        // A row above marked files has no box.
        manageCheckboxStateManually: true,
      }),
    );
    this.selected = this.store.add(
      new SettledSelection(deps.clock, () => this.selection, deps.tree.onDidServe),
    );
    this.store.add(
      this.view.onDidChangeSelection(({ selection }) =>
        setContextKey('selectedItem', selection[0] && itemOf(selection[0])),
      ),
    );
    this.store.add(this.view.onDidChangeCheckboxState(({ items }) => this.mark(items)));
    this.store.add(deps.tree.onDidRefresh(() => this.showCounts()));
    this.store.add(this.view.onDidChangeVisibility(() => this.handleVisible()));
    this.store.add(vscode.window.onDidChangeActiveTerminal(() => this.followActive()));
    // The terminal of a start exists before its row does.
    this.store.add(this.deps.tree.onDidChangeTreeData(() => this.revealActive()));
    this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.handleVisible()));
    this.showCounts();
    this.handleVisible();
  }

  get isVisible(): boolean {
    return this.view.visible;
  }

  get onDidChangeVisible(): vscode.Event<unknown> {
    return this.view.onDidChangeVisibility;
  }

  get selection(): TreeNode | undefined {
    return this.view.selection[0];
  }

  /** Shows a number and its tooltip on the container's icon; 0 removes it. */
  showBadge(value: number, tooltip: string): void {
    this.view.badge = value === 0 ? undefined : { value, tooltip };
  }

  dispose(): void {
    this.store.dispose();
  }

  private showCounts(): void {
    const { counts } = this.deps.tree;
    // Not as its description: VS Code leaves that out while no other view is in the side bar.
    const title = counts === '' ? TITLE : `${TITLE} · ${counts}`;
    // VS Code would draw it again, even with the same text.
    if (this.view.title !== title) {
      this.view.title = title;
    }
  }

  private handleVisible(): void {
    if (this.view.visible) {
      this.deps.installed.checkIfUsable().catch((error: unknown) => this.deps.logError(error));
    }
  }

  private mark(items: readonly [TreeNode, vscode.TreeItemCheckboxState][]): void {
    for (const [node, state] of items) {
      if (node.kind === 'file') {
        void this.deps.mark(node, state === vscode.TreeItemCheckboxState.Checked);
      }
    }
  }

  private followActive(): void {
    this.revealedId = undefined;
    this.revealActive();
  }

  /**
   * Selects the active terminal's row, but only in a visible view, because revealing would open it,
   * and only once, because the person may select another row.
   */
  private revealActive(): void {
    const id = this.deps.terminals.activeSessionId;
    this.noteActive(id !== undefined);
    const isNew = id !== undefined && id !== this.revealedId;
    const node = isNew ? this.deps.tree.findSession(id) : undefined;
    if (node && this.view.visible) {
      this.revealedId = id;
      // The row may be removed while VS Code reveals it. Then there is no row to select.
      this.view.reveal(node, { select: true, focus: false }).then(undefined, () => {});
    }
  }

  private noteActive(isSession: boolean): void {
    if (this.isSessionActive !== isSession) {
      this.isSessionActive = isSession;
      setContextKey('sessionTerminalActive', isSession);
    }
  }
}

function itemOf(node: TreeNode): ContextKeyValues['selectedItem'] {
  return node.kind === 'session' && node.task !== undefined ? 'taskSession' : node.kind;
}
