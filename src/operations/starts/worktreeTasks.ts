import type { FolderRef } from '../../agents/folderRef';
import type { AgentSettings } from '../../agents/start/agentSettings';
import type {
  CommandRuns,
  CommandsRequest,
  PreparedCommands,
} from '../../agents/start/commandRuns';
import type { TaskWorktrees } from '../../agents/worktrees/taskWorktrees';
import { SessionError } from '../../base/errors';
import type { SessionService } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import { aborted } from '../aborted';
import type { Access } from '../access/access';
import { ApiError } from '../apiError';
import type { StartDirectories } from './startDirectories';

interface WorktreeRequest {
  readonly folder: FolderRef;
  readonly name: string;
  /** Whether the name gets a number if another task of the folder has it. */
  readonly isNumbered?: boolean | undefined;
  /** The branch, tag or commit that it starts from. */
  readonly base?: string | undefined;
  /** A task whose uncommitted changes are applied in the worktree. */
  readonly from?: Task | undefined;
  /** Ends the creation, with the setup. */
  readonly signal?: AbortSignal | undefined;
}

/** A task that was created for a start. */
export interface CreatedTask {
  readonly task: Task;
  /** Notices about what is missing in its worktree, one sentence each. */
  readonly notices: readonly string[];
}

/** Creates tasks with worktrees for callers, and sets these up. */
export class WorktreeTasks {
  constructor(
    private readonly deps: {
      readonly directories: StartDirectories;
      readonly commandRuns: CommandRuns;
      readonly sessions: SessionService;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
      readonly tasks: TaskStore;
      readonly worktrees: TaskWorktrees;
    },
  ) {}

  /**
   * @throws {SessionError} `UNTRUSTED`, `MAX_SESSIONS`, the errors of git, and of a session's start if
   * the setup commands cannot begin; `ILLEGAL_STATE` if they fail: the task then remains, and its
   * session shows why.
   * @throws {ApiError} `SESSION_USER_MISMATCH` if the caller is an agent and commands would run.
   */
  async create(
    access: Access,
    { folder, name, isNumbered, base, from, signal }: WorktreeRequest,
  ): Promise<CreatedTask> {
    const { sessions, settingsOf, worktrees } = this.deps;
    const settings = settingsOf(folder.uri);
    this.requireNoSetup(access, folder);
    sessions.requireRoom(settings.persistence);
    const isAgent = access.by === 'agent';
    // An agent can have written the hooks, also where they are tracked files.
    const hooks = isAgent ? 'skip' : 'run';
    // Nor does git contact a remote that an agent can have configured. Nobody can be asked.
    const fetch = !isAgent && settings['worktree.fetch'] === 'always';
    const changes = from && (await worktrees.takeChanges(from, { hooks, signal }));
    const created = await worktrees.create(
      { folder, name, isNumbered, base, fetch, changes, hooks },
      { signal },
    );
    await this.setUp(access, folder, { task: created.task, signal });
    return created;
  }

  /** A sentence that states why a task of that name cannot have a worktree of the folder, for this caller. */
  async findObstacle(access: Access, folder: FolderRef, name: string): Promise<string | undefined> {
    return (
      this.findForbiddenSetup(access, folder) ?? this.deps.worktrees.findObstacle(folder, name)
    );
  }

  /**
   * Removes a task that was created for a start that failed, with its worktree and branch if it has one.
   * Runs no hooks, which an agent can have written.
   */
  async remove(task: Task): Promise<void> {
    await this.deps.worktrees.delete(task, { branch: 'delete', force: true, hooks: 'skip' });
  }

  /** Setup commands run files of the worktree, which an agent can have written. */
  private requireNoSetup(access: Access, folder: FolderRef): void {
    const problem = this.findForbiddenSetup(access, folder);
    if (problem !== undefined) {
      throw new ApiError('SESSION_USER_MISMATCH', problem);
    }
  }

  private findForbiddenSetup({ by }: Access, { name, uri }: FolderRef): string | undefined {
    return by === 'agent' && this.deps.settingsOf(uri)['worktree.setup'].length > 0
      ? `The setting agentTerminals.worktree.setup of ${name} has commands, which only the person may run: work without a worktree, or let the person create one.`
      : undefined;
  }

  /**
   * Runs the setup commands, because no agent may start in a worktree that is not set up. If the caller leaves
   * meanwhile, they are ended and the task is removed.
   */
  private async setUp(
    access: Access,
    folder: FolderRef,
    { task, signal }: { readonly task: Task; readonly signal: AbortSignal | undefined },
  ): Promise<void> {
    const commands = this.deps.settingsOf(folder.uri)['worktree.setup'];
    if (commands.length === 0) {
      return;
    }
    const { start, finished } = await this.beginSetup(access, {
      folder,
      task,
      label: 'Setup',
      commands,
    });
    const end = await Promise.race([finished, aborted(signal)]);
    if (end === 'aborted') {
      await this.deps.sessions.find(start.sessionId)?.kill();
      await this.remove(task);
      throw signal?.reason;
    }
    if (end.kind !== 'done') {
      throw new SessionError(
        'ILLEGAL_STATE',
        `The setup of task "${task.name}" in ${task.cwd} did not succeed: session ${start.sessionId} shows why.`,
      );
    }
    await this.deps.tasks.update(task.id, { pendingSetup: undefined });
    await this.deps.sessions.find(start.sessionId)?.kill();
  }

  /** Starts the setup commands. If that fails, no session shows why, so the task is removed. */
  private async beginSetup(access: Access, run: CommandsRequest): Promise<PreparedCommands> {
    const { task } = run;
    try {
      const prepared = await this.deps.commandRuns.prepare(run);
      const { start } = prepared;
      await this.deps.tasks.update(task.id, { pendingSetup: { ptyId: start.sessionId } });
      await (await this.deps.directories.requireStart(access, start)).launch();
      return prepared;
    } catch (error) {
      // A session host that did not answer in time may still run them.
      if (!SessionError.is(error, 'TIMEOUT')) {
        // The caller gets the first error.
        await Promise.allSettled([this.remove(task)]);
      }
      throw error;
    }
  }
}
