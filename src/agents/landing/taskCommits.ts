import { quoteForShell } from '../../pty/shell/quoteForShell';
import type { Task } from '../../tasks/task';
import type { Changes } from '../../worktrees/changes/changes';
import type { Named } from '../../worktrees/git/commits';
import type { PreparedCommit } from '../../worktrees/landing/prepareCommit';
import type { Worktrees } from '../../worktrees/worktrees';
import type { TaskWorktrees } from '../worktrees/taskWorktrees';

export interface CommitChoice {
  /** Below the root of the working tree. In a merge, what is staged is committed, too. */
  readonly paths: readonly string[];
  /** Undefined: git's own, of a merge. */
  readonly message: string | undefined;
  /** Whether git opens the message in the person's editor, in the terminal. Default: false. */
  readonly isEdited?: boolean;
}

/** What a task can commit. */
export interface Committable {
  readonly changes: Changes;
  /**
   * The paths to commit by default: what the task has changed itself, not what was there before it began in its folder. In a
   * merge, no untracked files.
   */
  readonly own: ReadonlySet<string>;
  /** The commits that the task has made already. */
  readonly made: Named;
  /** Whether a merge waits for its commit, which has all that is staged. */
  readonly isMerge: boolean;
}

/** The command line that commits, for a terminal in the task's working tree, and what comes after it. */
export interface PlannedCommit {
  readonly command: string;
  /** Takes whether the command has succeeded. Returns the commit; undefined if none was made. */
  readonly finish: PreparedCommit['finish'];
}

/** Commits what tasks have changed. */
export class TaskCommits {
  constructor(
    private readonly deps: {
      readonly worktreesOf: (folderUri: string) => Worktrees;
      readonly worktrees: Pick<TaskWorktrees, 'changes'>;
      readonly gitPathOf: (folderUri: string) => string;
    },
  ) {}

  /** @throws {SessionError} `ILLEGAL_STATE` if the worktree of the task is not linked with its repository. */
  async look(task: Task): Promise<Committable> {
    const { worktrees } = this.deps;
    const { worktree } = task;
    const of = this.of(task);
    const [changes, all] = await Promise.all([
      worktrees.changes(task, 'head'),
      worktrees.changes(task, 'base'),
    ]);
    const place = { root: changes.root, worktree };
    const [made, isMerge] = await Promise.all([of.listMade(place, all.since), of.isMerging(place)]);
    // A file that has the content of the base again is changed since the last commit only.
    const files = (worktree ? changes : all).files;
    const own = files.filter(({ kind }) => !(isMerge && kind === 'untracked'));
    return { changes, own: new Set(own.map(({ path }) => path)), made, isMerge };
  }

  /**
   * Prepares the commit of what {@link look} has found.
   * @throws {SessionError} as {@link look}; `BAD_REQUEST` without files or message.
   */
  async prepare(
    task: Task,
    { changes }: Pick<Committable, 'changes'>,
    { isEdited = false, message, paths }: CommitChoice,
  ): Promise<PlannedCommit> {
    const request = { changes, worktree: task.worktree, isEdited, message, paths };
    const { args, finish } = await this.of(task).prepareCommit(request);
    // The terminal is in the directory of the task, which may be below the root.
    const words = [this.deps.gitPathOf(task.folder), '-C', changes.root, ...args];
    return { command: words.map(quoteForShell).join(' '), finish };
  }

  private of({ folder }: Task): Worktrees {
    return this.deps.worktreesOf(folder);
  }
}
