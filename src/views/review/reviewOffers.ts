import type { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import type { Event } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { toVisibleText } from '../../base/text/visibleText';
import { digestOf } from '../../review/reviewMarks';
import type { StatusService } from '../../status/statusService';
import type { Task } from '../../tasks/task';
import type { Changes } from '../../worktrees/changes/changes';

export interface ReviewOffersDeps {
  readonly status: Pick<StatusService, 'get' | 'onDidChange'>;
  readonly worktreeStates: Pick<WorktreeStates, 'changesOf' | 'onDidChange' | 'uncommittedOf'>;
  readonly tabLabels: () => readonly string[];
  /** Shows a sentence with a button; resolves to whether the person chose it. */
  readonly offer: (sentence: string) => Promise<boolean>;
  readonly reopen: (task: Task, changes: Changes) => Promise<void>;
  readonly showError: (error: unknown) => void;
}

interface OpenReview {
  readonly task: Task;
  readonly digest: string;
  /** The label of its tab, to which VS Code adds the number of files: ` (2 files)`. */
  readonly title: string;
}

/**
 * Offers a review that has grown old again, once, when no agent of its task works. Its tab is known only by its
 * label: one that VS Code labels in another way is not offered.
 */
export class ReviewOffers implements Disposable {
  private readonly store = new DisposableStore();
  /** The review of each task that was opened last, by task id. */
  private readonly open = new Map<string, OpenReview>();

  constructor(private readonly deps: ReviewOffersDeps) {
    const events: readonly Event<unknown>[] = [
      deps.status.onDidChange,
      deps.worktreeStates.onDidChange,
    ];
    events.forEach((event) => this.store.add(event(() => this.check())));
  }

  /** Remembers a review whose tab is open now. */
  note(task: Task, changes: Changes, title: string): void {
    this.open.set(task.id, { task, title, digest: digestOf(changes) });
  }

  dispose(): void {
    this.store.dispose();
  }

  private check(): void {
    for (const [id, review] of this.open) {
      if (!this.deps.tabLabels().some((label) => isTabOf(review, label))) {
        this.open.delete(id);
      } else if (this.isOld(review) && !this.isAtWork(review.task)) {
        this.open.delete(id);
        this.offer(review).catch(this.deps.showError);
      }
    }
  }

  private isOld({ digest, task }: OpenReview): boolean {
    const { worktreeStates } = this.deps;
    const sets = [worktreeStates.changesOf(task.id), worktreeStates.uncommittedOf(task.id)];
    const read = sets.flatMap((found) => (found?.kind === 'read' ? [found.changes] : []));
    return read.length > 0 && read.every((changes) => digestOf(changes) !== digest);
  }

  private isAtWork({ conversations }: Task): boolean {
    return conversations.some(({ ptyId }) => this.deps.status.get(ptyId).state.kind === 'working');
  }

  private async offer({ task }: OpenReview): Promise<void> {
    const name = toVisibleText(task.name);
    const isChosen = await this.deps.offer(
      `Files of ${name} have changed since its review opened.`,
    );
    const found = this.deps.worktreeStates.changesOf(task.id);
    if (isChosen && found?.kind === 'read') {
      await this.deps.reopen(task, found.changes);
    }
  }
}

function isTabOf({ title }: OpenReview, label: string): boolean {
  return label === title || label.startsWith(`${title} (`);
}
