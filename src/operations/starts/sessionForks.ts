import type { AgentLauncher } from '../../agents/agentLauncher';
import type { FolderRef } from '../../agents/folderRef';
import type { PreparedStart } from '../../agents/preparedStart';
import type { ForkOptions } from '../../agents/startRequests';
import {
  listRunning,
  prepareForks,
  requireForkable,
  requireOwnWorktree,
  requireRoomForForks,
} from '../../agents/forkGroup';
import { SessionError } from '../../base/errors';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { TaskRemoval } from '../../tasks/taskRemoval';
import type { Task } from '../../tasks/task';
import { parseTaskName } from '../../tasks/taskName';
import { findConversation, findTaskOfSession } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import { callingSession, type Access } from '../access/access';
import type { SessionScope } from '../access/sessionScope';
import { launchStart, type StartedSession } from './startedSession';
import type { StartDirectories } from './startDirectories';
import type { CreatedTask, WorktreeTasks } from './worktreeTasks';

/** A fork that is planned, and the session that it forks. */
interface PlannedFork {
  readonly session: SessionInfo;
  readonly prepared: PreparedStart;
  /** Notices about the worktree of its task; only the first fork of a task has them. */
  readonly notices: readonly string[];
}

interface Cancellable {
  /** Ends the creation of worktrees. */
  readonly signal?: AbortSignal | undefined;
}

interface Forks extends Cancellable {
  /** One by default. */
  readonly count?: number | undefined;
  readonly worktree?: boolean | undefined;
}

/** What a call has created so far. If it fails, all of that is removed again. */
interface Created {
  readonly sessions: StartedSession[];
  readonly starts: PlannedFork[];
  readonly tasks: Task[];
}

/** Forks of one task. */
interface ForkedTask {
  readonly task: Task;
  readonly sessions: readonly StartedSession[];
}

/**
 * Forks sessions and tasks for callers: all that a call requests, or nothing. No fork runs before all
 * are planned, since an agent that is ended again may have acted.
 */
export class SessionForks {
  constructor(
    private readonly deps: {
      readonly launcher: AgentLauncher;
      /** The workspace folders that are open now. */
      readonly folders: () => readonly FolderRef[];
      readonly taskRemoval: TaskRemoval;
      /** Whether a session runs in another window. */
      readonly isElsewhere: (ptyId: string) => boolean;
      readonly directories: StartDirectories;
      readonly scope: SessionScope;
      readonly sessions: SessionService;
      readonly tasks: TaskStore;
      readonly worktreeTasks: WorktreeTasks;
    },
  ) {}

  /**
   * Starts forks of a session, in its own task or each in a worktree with the uncommitted changes.
   * @throws {SessionError} `MAX_SESSIONS` before anything starts; the errors of
   * `AgentLauncher.prepareFork` and `WorktreeTasks.create`.
   * @throws {ApiError} `SESSION_USER_MISMATCH` if the caller has no access to the directory.
   */
  async fork(
    access: Access,
    session: SessionInfo,
    { count = 1, worktree, signal }: Forks,
  ): Promise<readonly StartedSession[]> {
    requireRoomForForks(this.deps.sessions, [session], count);
    return this.allOrNothing(async (created) => {
      while (created.starts.length < count) {
        await this.requireDirectories(access, session);
        const target = worktree
          ? await this.createFor(access, session, { created, signal })
          : undefined;
        const choice = target && ({ kind: 'existing', id: target.task.id } as const);
        const options = { task: choice, ...continuationOf(access) };
        const prepared = await this.deps.launcher.prepareFork(session.id, options);
        created.starts.push({ session, prepared, notices: target?.notices ?? [] });
      }
      return this.launch(access, created);
    });
  }

  /**
   * Creates tasks that each have a fork of every running session of a task.
   * @param named the task's id, or its name.
   * @throws {SessionError} `BAD_REQUEST` for an unknown task; `ILLEGAL_STATE` if none of its sessions
   * runs here; and as {@link fork}.
   */
  async forkTask(
    access: Access,
    named: string,
    { count = 1, name, worktree = false, signal }: Forks & { readonly name?: string | undefined },
  ): Promise<readonly ForkedTask[]> {
    const { folder, task } = this.deps.scope.requireTask(access, named);
    const originals = this.requireRunning(access, task);
    requireOwnWorktree(task, worktree);
    const base = name === undefined ? `${task.name} fork` : parseTaskName(name);
    requireRoomForForks(this.deps.sessions, originals, count);
    return this.allOrNothing(async (created) => {
      while (created.tasks.length < count) {
        await this.deps.directories.requireSource(access, task);
        const target = worktree
          ? await this.createWorktree(access, folder, { base, from: task, signal })
          : await this.createTask(folder, { base, from: task });
        created.tasks.push(target.task);
        created.starts.push(...(await this.prepareInto(access, { originals, task, target })));
      }
      const sessions = await this.launch(access, created);
      const { length } = originals;
      return created.tasks.map((target, at) => ({
        task: target,
        sessions: sessions.slice(at * length, (at + 1) * length),
      }));
    });
  }

  /** Plans a fork of each session of a task in another one. */
  private async prepareInto(
    access: Access,
    {
      originals,
      task,
      target,
    }: {
      readonly originals: readonly SessionInfo[];
      readonly task: Task;
      readonly target: CreatedTask;
    },
  ): Promise<readonly PlannedFork[]> {
    const choice = { kind: 'existing', id: target.task.id } as const;
    const continuation = continuationOf(access);
    const prepared = await prepareForks(
      this.deps.launcher,
      originals.map(({ id }) => {
        const label = findConversation(task, id)?.label;
        return { sessionId: id, options: { task: choice, label, ...continuation } };
      }),
    );
    return prepared.flatMap((start, at) => {
      const session = originals[at];
      const notices = at === 0 ? target.notices : [];
      return session ? [{ session, prepared: start, notices }] : [];
    });
  }

  private async launch(access: Access, created: Created): Promise<readonly StartedSession[]> {
    const { directories, sessions } = this.deps;
    for (const { session, prepared, notices } of created.starts) {
      const start = await directories.requireStart(access, prepared);
      const started = await launchStart(sessions, start, session.dimensions);
      created.sessions.push({ ...started, notices: [...notices, ...started.notices] });
    }
    return created.sessions;
  }

  private async allOrNothing<T>(work: (created: Created) => Promise<T>): Promise<T> {
    const created: Created = { sessions: [], starts: [], tasks: [] };
    try {
      return await work(created);
    } catch (error) {
      created.starts.forEach(({ prepared }) => prepared.discard());
      const ends = created.sessions.map(async ({ session }) =>
        this.deps.sessions.find(session.id)?.kill(),
      );
      const results = await Promise.allSettled(ends);
      const haveEnded = results.every(({ status }) => status === 'fulfilled');
      // A session that may still run, or start, keeps its task and its worktree.
      if (haveEnded && !SessionError.is(error, 'TIMEOUT')) {
        await Promise.allSettled(created.starts.map((start) => this.forget(start)));
        await Promise.allSettled(created.tasks.map((task) => this.deps.worktreeTasks.remove(task)));
      }
      throw error;
    }
  }

  private forget({ prepared: { sessionId, task } }: PlannedFork): Promise<void> {
    return this.deps.taskRemoval.removeConversation(task.id, sessionId);
  }

  /** The session's own directory, and the one of its task, which a link can have replaced since. */
  private async requireDirectories(access: Access, session: SessionInfo): Promise<void> {
    const { directories, tasks } = this.deps;
    const own = findTaskOfSession(tasks.list(), session.id);
    await directories.requireFolder(access, { cwd: session.workDir });
    if (own) {
      await directories.requireFolder(access, { cwd: own.cwd });
    }
  }

  private async createFor(
    access: Access,
    { id }: SessionInfo,
    { created, signal }: Cancellable & { readonly created: Created },
  ): Promise<CreatedTask> {
    const own = findTaskOfSession(this.deps.tasks.list(), id);
    const folder = own && this.deps.folders().find(({ uri }) => uri === own.folder);
    if (!folder) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Session ${id} belongs to no task of an open folder, so it cannot be forked into a worktree: open its folder, or fork it without one.`,
      );
    }
    // Git runs in the task's directory, which a link can have replaced since the session entered it.
    await this.deps.directories.requireSource(access, own);
    const base = `${own.name} fork`;
    const target = await this.createWorktree(access, folder, { base, from: own, signal });
    created.tasks.push(target.task);
    return target;
  }

  private createWorktree(
    access: Access,
    folder: FolderRef,
    { base, from, signal }: Cancellable & { readonly base: string; readonly from: Task },
  ): Promise<CreatedTask> {
    const request = { folder, name: base, isNumbered: true, from, signal };
    return this.deps.worktreeTasks.create(access, request);
  }

  private async createTask(
    { uri }: FolderRef,
    { base, from }: { readonly base: string; readonly from: Task },
  ): Promise<CreatedTask> {
    const fields = { name: base, folder: uri, cwd: from.cwd };
    return { task: await this.deps.tasks.create(fields, { isNumbered: true }), notices: [] };
  }

  private requireRunning(access: Access, task: Task): readonly SessionInfo[] {
    const { isElsewhere, scope, sessions } = this.deps;
    const elsewhere = task.conversations.find(({ ptyId }) => isElsewhere(ptyId));
    if (elsewhere) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `${elsewhere.label} of task "${task.name}" runs in another window: fork the task there.`,
      );
    }
    const running = listRunning(task, sessions);
    requireForkable(task, running);
    return running.map(({ id }) => scope.requireRunning('fork', access, id));
  }
}

/** The API cannot ask the person, so a token of theirs allows what the original was allowed. */
function continuationOf(access: Access): Pick<ForkOptions, 'keepAutoApprove' | 'startedBy'> {
  return { startedBy: callingSession(access), keepAutoApprove: access.by === 'person' };
}
