import * as vscode from 'vscode';
import type { FolderRef } from '../agents/agentService';
import type { Clock } from '../base/clock';
import type { Event } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { COMMANDS } from '../config/contributions';
import type { SessionService } from '../pty/sessionService';
import type { TaskStore } from '../tasks/taskStore';
import type { FaceOf } from './providerFace';
import { diffTrees, drawTree, type DrawnTree } from './treeDiff';
import { buildTree, type TreeEntry, type TreeNode } from './treeModel';
import type { NodePresentation } from './treePresentation';

/** Many changes come together; the tree is drawn once for all of them. */
const REFRESH_DELAY_MS = 50;

export interface SessionTreeDeps {
  readonly folders: () => readonly FolderRef[];
  readonly onDidChangeFolders: Event<unknown>;
  readonly tasks: Pick<TaskStore, 'list' | 'onDidChange'>;
  readonly sessions: Pick<SessionService, 'list' | 'onDidChange'>;
  readonly faceOf: FaceOf;
  readonly clock: Clock;
}

/** Workspace folders, their tasks, their sessions; redraws no more than what changed. */
export class SessionTree implements vscode.TreeDataProvider<TreeNode>, Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(
    new vscode.EventEmitter<TreeNode[] | undefined | void>(),
  );
  private roots: readonly TreeEntry[] = [];
  private drawn: DrawnTree;
  /** VS Code knows a row by its object: the same row is the same object as long as it is there. */
  private nodes: ReadonlyMap<string, TreeNode> = new Map();
  private refreshing: Disposable | undefined;

  readonly onDidChangeTreeData = this.didChange.event;

  constructor(private readonly deps: SessionTreeDeps) {
    this.drawn = this.draw();
    const refreshSoon = (): void => this.refreshSoon();
    this.store.add(deps.onDidChangeFolders(refreshSoon));
    this.store.add(deps.tasks.onDidChange(refreshSoon));
    this.store.add(deps.sessions.onDidChange(refreshSoon));
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const row = this.drawn.get(node.id);
    // A row that went since VS Code asked for it is drawn once more, empty, and then no more.
    return row ? toTreeItem(node, row.presentation) : new vscode.TreeItem('');
  }

  getChildren(node?: TreeNode): TreeNode[] {
    const entries = node ? (this.drawn.get(node.id)?.entry.children ?? []) : this.roots;
    return entries.flatMap((entry) => this.nodes.get(entry.node.id) ?? []);
  }

  getParent(node: TreeNode): TreeNode | undefined {
    const parentId = this.drawn.get(node.id)?.entry.parentId;
    return parentId === undefined ? undefined : this.nodes.get(parentId);
  }

  /** The row of a session, for revealing it. */
  findSession(sessionId: string): TreeNode | undefined {
    return [...this.nodes.values()].find(
      (node) => node.kind === 'session' && node.session === sessionId,
    );
  }

  dispose(): void {
    this.refreshing?.dispose();
    this.store.dispose();
  }

  private refreshSoon(): void {
    this.refreshing ??= this.deps.clock.schedule(REFRESH_DELAY_MS, () => {
      this.refreshing = undefined;
      this.refresh();
    });
  }

  private refresh(): void {
    const before = this.drawn;
    this.drawn = this.draw();
    const changed = diffTrees(before, this.drawn);
    if (changed === 'all') {
      this.didChange.fire();
    } else if (changed.length > 0) {
      this.didChange.fire(changed.flatMap((id) => this.nodes.get(id) ?? []));
    }
  }

  private draw(): DrawnTree {
    const { folders, tasks, sessions, faceOf } = this.deps;
    this.roots = buildTree({
      folders: folders(),
      tasks: tasks.list(),
      sessions: sessions.list(),
    });
    const drawn = drawTree(this.roots, faceOf);
    this.nodes = new Map(
      [...drawn].map(([id, { entry }]) => [id, this.nodes.get(id) ?? entry.node]),
    );
    return drawn;
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
