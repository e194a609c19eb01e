import type { FolderRef } from '../../agents/folderRef';
import type { WorktreeCreations } from '../../agents/worktrees/worktreeCreations';
import type { Clock } from '../../base/clock';
import { Emitter, type Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { SessionService } from '../../pty/sessionService';
import type { TaskStore } from '../../tasks/taskStore';
import { Timer } from '../../base/timer';
import { AGING_MS } from '../attention/formatAge';
import { JoinedEvent } from './joinedEvent';
import type { ConversationFacts } from './conversationFacts';
import type { DisplayOf } from '../dialogs/providerDisplay';
import { diffTrees, drawTree, type DrawnTree } from './treeDiff';
import { formatCounts } from './triage';
import { buildTree, listGroups, taskOf, type TreeEntry, type TreeNode } from './treeModel';
import type { NodePresentation } from './treeItem';

/** The delay after the first change of a burst until the tree is redrawn, in milliseconds. */
const REFRESH_DELAY_MS = 50;

export interface TreeRowsDeps {
  readonly folders: () => readonly FolderRef[];
  readonly tasks: Pick<TaskStore, 'list' | 'onDidChange'>;
  readonly sessions: SessionService;
  readonly creations: Pick<WorktreeCreations, 'list' | 'onDidChange'>;
  readonly facts: ConversationFacts;
  readonly displayOf: DisplayOf;
  /** What else changes rows: folders, facts, and settings, which name the providers and their icons. */
  readonly changes: readonly Event<unknown>[];
  readonly clock: Clock;
}

/** The current rows of the tree. Determines which of them have to be redrawn. */
export class TreeRows implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<'all' | readonly TreeNode[]>());
  private entries: readonly TreeEntry[] = [];
  private drawn: DrawnTree;
  /** VS Code identifies a row by its object, so an existing row keeps its object. */
  private nodes: ReadonlyMap<string, TreeNode> = new Map();
  private readonly aging: Timer;

  private readonly didRefresh = this.store.add(new Emitter<void>());

  readonly onDidChange = this.didChange.event;
  readonly onDidRefresh = this.didRefresh.event;

  constructor(private readonly deps: TreeRowsDeps) {
    this.aging = this.store.add(new Timer(deps.clock));
    this.drawn = this.draw();
    const { changes, clock, creations, sessions, tasks } = deps;
    const events = [...changes, creations.onDidChange, sessions.onDidChange, tasks.onDidChange];
    const joined = this.store.add(new JoinedEvent(clock, REFRESH_DELAY_MS, events));
    this.store.add(joined.event(() => this.refresh()));
  }

  /** Returns the presentation of a row; undefined if it was removed. */
  present(node: TreeNode): NodePresentation | undefined {
    return this.drawn.get(node.id)?.presentation;
  }

  /** Returns the rows below a row, or the outermost ones. */
  childrenOf(node: TreeNode | undefined): readonly TreeNode[] {
    const entries = node ? (this.drawn.get(node.id)?.entry.children ?? []) : this.entries;
    return entries.flatMap((entry) => this.nodes.get(entry.node.id) ?? []);
  }

  parentOf(node: TreeNode): TreeNode | undefined {
    const parentId = this.drawn.get(node.id)?.entry.parentId;
    return parentId === undefined ? undefined : this.nodes.get(parentId);
  }

  findSession(sessionId: string): TreeNode | undefined {
    return [...this.nodes.values()].find(
      (node) => node.kind === 'session' && node.session === sessionId,
    );
  }

  /** What the person has to do, in words; empty for nothing. */
  get counts(): string {
    return formatCounts(listGroups(this.entries));
  }

  dispose(): void {
    this.store.dispose();
  }

  private refresh(): void {
    const before = this.drawn;
    this.drawn = this.draw();
    const changed = diffTrees(before, this.drawn);
    if (changed === 'all') {
      this.didChange.fire('all');
    } else if (changed.length > 0) {
      this.didChange.fire(changed.flatMap((id) => this.nodes.get(id) ?? []));
    }
    this.didRefresh.fire();
  }

  private draw(): DrawnTree {
    const { creations, folders, tasks, sessions, facts, displayOf } = this.deps;
    this.entries = buildTree({
      folders: folders(),
      tasks: tasks.list(),
      sessions: sessions.list(),
      creations: creations.list(),
      facts,
    });
    const drawn = drawTree(this.entries, displayOf);
    const nodes = new Map<string, TreeNode>();
    for (const [id, { entry }] of drawn) {
      nodes.set(id, keepNode(this.nodes.get(id), entry.node));
    }
    this.nodes = nodes;
    if ([...drawn.values()].some(({ entry }) => isAging(entry))) {
      this.aging.start(AGING_MS, () => this.refresh());
    }
    return drawn;
  }
}

/** A session's row can become that of its task, too, and the reverse. */
function keepNode(known: TreeNode | undefined, node: TreeNode): TreeNode {
  return known && taskOf(known) === taskOf(node) ? known : node;
}

function isAging({ content }: TreeEntry): boolean {
  return content.kind === 'conversation' && content.inactive.preview?.kind === 'resume';
}
