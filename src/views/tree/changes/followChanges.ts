import type { Event } from '../../../base/event';
import { DisposableStore, toDisposable, type Disposable } from '../../../base/lifecycle';
import { isRunning } from '../../../pty/liveAgent';
import type { SessionInfo, SessionService } from '../../../pty/sessionService';
import type { Task } from '../../../tasks/task';
import { findTaskOfSession } from '../../../tasks/taskOfSession';
import type { TaskStore } from '../../../tasks/taskStore';

/** Tasks whose files are watched: each is a recursive watcher of VS Code. Policy: the newest are. */
const MAX_WATCHED_TASKS = 20;

/** The directories to watch, each with the ids of the tasks that work in it. */
type Watched = ReadonlyMap<string, readonly string[]>;

/** Plans the watchers of the tasks whose changes are read and that have a running session. */
export function planWatched(tasks: readonly Task[], sessions: readonly SessionInfo[]): Watched {
  const running = new Set(
    sessions.filter(isRunning).map(({ id }) => findTaskOfSession(tasks, id)?.id),
  );
  const watched = tasks.filter(({ id, start, worktree }) => (worktree ?? start) && running.has(id));
  const byRoot = new Map<string, readonly string[]>();
  for (const { cwd, id, worktree } of watched.slice(-MAX_WATCHED_TASKS)) {
    const root = worktree?.path ?? cwd;
    byRoot.set(root, [...(byRoot.get(root) ?? []), id]);
  }
  return byRoot;
}

interface FollowChangesDeps {
  readonly tasks: Pick<TaskStore, 'list' | 'onDidChange'>;
  readonly sessions: Pick<SessionService, 'list' | 'onDidChange'>;
  /** Whether the rows can be seen, and files may be read. */
  readonly isActive: () => boolean;
  readonly onDidChangeActive: Event<unknown>;
  /** Watches all files below a directory. */
  readonly watch: (root: string, onDidChange: (path: string) => void) => Disposable;
  readonly refresh: (taskId: string) => void;
}

/** Reads what tasks have changed again when files change, as long as their agents run. */
export class FollowChanges implements Disposable {
  private readonly store = new DisposableStore();
  private readonly watchers = new Map<string, Disposable>();
  private watched: Watched = new Map();

  constructor(private readonly deps: FollowChangesDeps) {
    const { onDidChangeActive, sessions, tasks } = deps;
    const events: readonly Event<unknown>[] = [
      onDidChangeActive,
      sessions.onDidChange,
      tasks.onDidChange,
    ];
    events.forEach((event) => this.store.add(event(() => this.update())));
    this.store.add(toDisposable(() => this.apply(new Map())));
    this.update();
  }

  dispose(): void {
    this.store.dispose();
  }

  private update(): void {
    const { isActive, sessions, tasks } = this.deps;
    this.apply(isActive() ? planWatched(tasks.list(), sessions.list()) : new Map());
  }

  private apply(watched: Watched): void {
    this.watched = watched;
    for (const [root, watcher] of this.watchers) {
      if (!watched.has(root)) {
        watcher.dispose();
        this.watchers.delete(root);
      }
    }
    for (const root of watched.keys()) {
      if (!this.watchers.has(root)) {
        this.watchers.set(
          root,
          this.deps.watch(root, (path) => this.handleFile(root, path)),
        );
        // What has changed while it was not watched.
        this.refresh(root);
      }
    }
  }

  private handleFile(root: string, path: string): void {
    // Git writes there also when no file of the working tree changes.
    if (!path.includes('/.git/')) {
      this.refresh(root);
    }
  }

  private refresh(root: string): void {
    this.watched.get(root)?.forEach((id) => this.deps.refresh(id));
  }
}
