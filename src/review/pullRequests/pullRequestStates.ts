import { isDeepStrictEqual } from 'node:util';
import type { FolderRef } from '../../agents/folderRef';
import type { WorktreeState, WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { MINUTE_MS, type Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { GhAnswer } from './gh';
import type { PullRequest } from './pullRequest';
import type { TaskPullRequests } from './taskPullRequests';

/** The least time between two questions to GitHub about a task, unless the person asks. */
const LOOK_INTERVAL_MS = 10 * MINUTE_MS;

interface PullRequestStatesDeps {
  readonly clock: Clock;
  readonly folders: () => readonly FolderRef[];
  readonly isTrusted: () => boolean;
  readonly logger: Pick<Logger, 'info'>;
  readonly pullRequests: Pick<TaskPullRequests, 'find' | 'isPublished'>;
  readonly tasks: Pick<TaskStore, 'find' | 'list' | 'onDidChange'>;
  readonly worktreeStates: Pick<WorktreeStates, 'get' | 'onDidChange'>;
}

interface Look {
  readonly branch: string | undefined;
  /** Changes with a push; see {@link pushMarkOf}. */
  readonly pushMark: string;
  /** Monotonic, in milliseconds; undefined if the branch was not on a remote, so GitHub was not asked. */
  readonly nextAt: number | undefined;
}

type Found = GhAnswer<PullRequest> | { readonly kind: 'unpublished' };

/**
 * Caches the pull requests of the tasks' branches that are on a remote. Asks GitHub CLI about one task at a
 * time: while the view is visible every ten minutes, and on request. Without GitHub CLI, or an account in it,
 * asks again on request only.
 */
export class PullRequestStates implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly delay: Timer;
  private readonly known = new Map<string, PullRequest>();
  private readonly looks = new Map<string, Look>();
  private readonly requested = new Set<string>();
  private readonly logged = new Set<string>();
  private isVisible = false;
  private isUnavailable = false;
  private isLooking = false;

  readonly onDidChange = this.didChange.event;

  constructor(private readonly deps: PullRequestStatesDeps) {
    this.delay = this.store.add(new Timer(deps.clock));
    this.store.add(deps.tasks.onDidChange(() => this.lookNext()));
    this.store.add(deps.worktreeStates.onDidChange(() => this.lookNext()));
  }

  /** Undefined if the task's branch has none, or none is known. */
  get(taskId: string): PullRequest | undefined {
    return this.known.get(taskId);
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.lookNext();
  }

  /** Asks about one task or all, soon, whether the view is visible or not. */
  refresh(taskId?: string): void {
    this.isUnavailable = false;
    const tasks = this.tasks().filter(({ id }) => taskId === undefined || id === taskId);
    tasks.forEach(({ id }) => this.requested.add(id));
    this.lookNext();
  }

  dispose(): void {
    this.store.dispose();
  }

  private lookNext(): void {
    this.delay.stop();
    const { isTrusted } = this.deps;
    if (this.isLooking || this.store.isDisposed || !isTrusted()) {
      return;
    }
    const tasks = this.tasks();
    this.forgetOthers(new Set(tasks.map(({ id }) => id)));
    const waits = tasks.map((task) => ({ task, waitMs: this.waitOf(task) }));
    const [first, ...others] = waits;
    const next = others.reduce((a, b) => (b.waitMs < a.waitMs ? b : a), first ?? NOTHING);
    if (next.task && next.waitMs <= 0) {
      void this.look(next.task);
    } else if (next.waitMs < Infinity) {
      this.delay.start(next.waitMs, () => this.lookNext());
    }
  }

  private forgetOthers(ids: ReadonlySet<string>): void {
    for (const kept of [this.known, this.looks, this.requested]) {
      [...kept.keys()].filter((id) => !ids.has(id)).forEach((id) => kept.delete(id));
    }
  }

  /** In milliseconds. */
  private waitOf({ id }: Task): number {
    const state = this.deps.worktreeStates.get(id);
    if (state?.kind !== 'there') {
      return Infinity;
    }
    if (this.requested.has(id)) {
      return 0;
    }
    if (!this.isVisible || this.isUnavailable) {
      return Infinity;
    }
    const look = this.looks.get(id);
    if (!look || look.branch !== state.status.branch) {
      return 0;
    }
    return look.nextAt === undefined
      ? waitForPush(look, state)
      : look.nextAt - this.deps.clock.monotonic();
  }

  private async look(task: Task): Promise<void> {
    const { id } = task;
    const state = this.deps.worktreeStates.get(id);
    const branch = branchOf(state);
    this.requested.delete(id);
    this.isLooking = true;
    const found = await this.find(task);
    this.isLooking = false;
    // The task may be gone by now, or have another branch, which is next.
    if (this.deps.tasks.find(id) && branchOf(this.deps.worktreeStates.get(id)) === branch) {
      const isAsked = found.kind !== 'unpublished';
      const nextAt = isAsked ? this.deps.clock.monotonic() + LOOK_INTERVAL_MS : undefined;
      const isOther = this.looks.get(id)?.branch !== branch;
      this.looks.set(id, { branch, pushMark: pushMarkOf(state), nextAt });
      this.put(id, isOther && found.kind === 'failed' ? { kind: 'none' } : found);
    }
    this.lookNext();
  }

  private async find(task: Task): Promise<Found> {
    const { pullRequests } = this.deps;
    try {
      const isPublished = await pullRequests.isPublished(task);
      const found = isPublished ? await pullRequests.find(task) : { kind: 'unpublished' as const };
      this.logFailure(found);
      return found;
    } catch (error) {
      const failed = { kind: 'failed', reason: toMessage(error) } as const;
      this.logFailure(failed);
      return failed;
    }
  }

  private put(taskId: string, found: Found): void {
    switch (found.kind) {
      case 'found':
        // An equal one keeps its object, by which rows are cached.
        if (!isDeepStrictEqual(this.known.get(taskId), found.value)) {
          this.known.set(taskId, found.value);
          this.didChange.fire();
        }
        return;
      case 'none':
      case 'unpublished':
        if (this.known.delete(taskId)) {
          this.didChange.fire();
        }
        return;
      case 'missing':
      case 'signedOut':
        this.isUnavailable = true;
        this.requested.clear();
        if (this.known.size > 0) {
          this.known.clear();
          this.didChange.fire();
        }
        return;
      case 'failed':
        // What was found before stays.
        return;
    }
  }

  /** Logs each sentence once, since a failure is repeated for each task. */
  private logFailure(found: Found): void {
    const sentence = describeFailure(found);
    if (sentence !== undefined && !this.logged.has(sentence) && this.logged.size < MAX_LOGGED) {
      this.logged.add(sentence);
      this.deps.logger.info(sentence);
    }
  }

  private tasks(): readonly Task[] {
    const folders = new Set(this.deps.folders().map(({ uri }) => uri));
    return this.deps.tasks
      .list()
      .filter(({ archivedAt, worktree }) => worktree && archivedAt === undefined)
      .filter(({ folder }) => folders.has(folder));
  }
}

const MAX_LOGGED = 100;

const NOTHING = { task: undefined, waitMs: Infinity } as const;

function branchOf(state: WorktreeState | undefined): string | undefined {
  return state?.kind === 'there' ? state.status.branch : undefined;
}

/** A text that is another one after a push of the branch. */
function pushMarkOf(state: WorktreeState | undefined): string {
  return state?.kind === 'there'
    ? `${state.status.unpushedCommits} ${state.status.upstream ?? ''}`
    : '';
}

function waitForPush({ pushMark }: Look, state: WorktreeState): number {
  return pushMark === pushMarkOf(state) ? Infinity : 0;
}

function describeFailure(found: Found): string | undefined {
  switch (found.kind) {
    case 'missing':
      return 'Pull requests are not shown: GitHub CLI (gh) is not on the PATH. Refresh looks again.';
    case 'signedOut':
      return 'Pull requests are not shown: GitHub CLI (gh) is not signed in. Refresh looks again.';
    case 'failed':
      return `A pull request was not read: ${found.reason}`;
    case 'found':
    case 'none':
    case 'unpublished':
      return undefined;
  }
}
