import type { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { SerialQueue } from '../../base/serialQueue';
import type { ReviewMarks, ReviewProgress } from '../../review/reviewMarks';
import type { Reviews } from '../../review/reviews';
import type { TaskReview } from '../../review/taskReview';
import type { TaskStore } from '../../tasks/taskStore';
import type { Changes } from '../../worktrees/changes/changes';

const NONE: ReviewProgress = { reviewed: new Set(), isDue: false };

interface ReviewProgressesDeps {
  readonly marks: Pick<ReviewMarks, 'check'>;
  readonly reviews: Pick<Reviews, 'get' | 'onDidChange'>;
  readonly tasks: Pick<TaskStore, 'list'>;
  readonly worktreeStates: Pick<WorktreeStates, 'changesOf' | 'onDidChange'>;
  logError(error: unknown): void;
}

interface Checked {
  readonly changes: Changes;
  readonly review: TaskReview;
  readonly progress: ReviewProgress;
}

/** How far the reviews of the tasks are, as of the last reading of their changes. */
export class ReviewProgresses implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly queue = new SerialQueue();
  private checked: ReadonlyMap<string, Checked> = new Map();

  readonly onDidChange = this.didChange.event;

  constructor(private readonly deps: ReviewProgressesDeps) {
    const { reviews, worktreeStates } = deps;
    for (const onDidChange of [reviews.onDidChange, worktreeStates.onDidChange]) {
      this.store.add(onDidChange(() => this.refresh()));
    }
  }

  of(taskId: string): ReviewProgress {
    return this.checked.get(taskId)?.progress ?? NONE;
  }

  dispose(): void {
    this.store.dispose();
  }

  private refresh(): void {
    this.queue.run(() => this.check()).catch((error: unknown) => this.deps.logError(error));
  }

  /** Reads only what has changed since the last check. */
  private async check(): Promise<void> {
    const { reviews, tasks, worktreeStates } = this.deps;
    const next = new Map<string, Checked>();
    let isSame = true;
    for (const { id } of tasks.list()) {
      const found = worktreeStates.changesOf(id);
      if (found?.kind !== 'read') {
        continue;
      }
      const { changes } = found;
      const review = reviews.get(id);
      const known = this.checked.get(id);
      const isKnown = known?.changes === changes && known.review === review;
      const now = isKnown
        ? known
        : { changes, review, progress: await this.checkMarks(id, changes) };
      isSame &&= isKnown;
      next.set(id, now);
    }
    this.checked = next;
    if (!isSame && !this.store.isDisposed) {
      this.didChange.fire();
    }
  }
  /** Changes of which every file is marked as reviewed have been looked at. */
  private async checkMarks(id: string, changes: Changes): Promise<ReviewProgress> {
    const { isDue, reviewed } = await this.deps.marks.check(id, changes);
    return { reviewed, isDue: isDue && reviewed.size < changes.total.files };
  }
}
