import type { AgentService, FolderRef, PreparedStart, TaskChoice } from '../../agents/agentService';
import type { AgentSettings } from '../../agents/start/agentSettings';
import type { CommandRuns } from '../../agents/start/commandRuns';
import type { TaskWorktrees } from '../../agents/worktrees/taskWorktrees';
import { SessionError } from '../../base/errors';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import { freeName } from '../../tasks/taskName';
import { findTaskOfSession } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import { callingSession, type Access } from '../auth/access';
import { ApiError } from '../http/apiError';
import type { Fork } from '../http/requests';
import type { StartPlaces } from './startPlaces';

interface SessionForksDeps {
  readonly agents: Pick<AgentService, 'prepareFork'>;
  readonly places: Pick<StartPlaces, 'requireAccess' | 'requireStart'>;
  readonly worktrees: Pick<TaskWorktrees, 'create' | 'takeChanges'>;
  readonly commandRuns: Pick<CommandRuns, 'prepare'>;
  readonly tasks: Pick<TaskStore, 'list' | 'place'>;
  readonly sessions: Pick<SessionService, 'get' | 'kill'>;
  /** The workspace folders that are open now. */
  readonly folders: () => readonly FolderRef[];
  readonly settingsOf: (folderUri: string) => AgentSettings;
}

/** Forks sessions for callers, in their own task or each in a worktree with the uncommitted changes. */
export class SessionForks {
  constructor(private readonly deps: SessionForksDeps) {}

  /**
   * Starts the forks one after the other. If one fails, the earlier ones continue to run.
   * @throws {SessionError} the errors of `AgentService.prepareFork`; `ILLEGAL_STATE` if the setup
   * commands of a new worktree fail.
   * @throws {ApiError} `SESSION_USER_MISMATCH` if the caller has no access to the directory, or is an
   * agent and a worktree would be set up.
   */
  async fork(
    access: Access,
    session: SessionInfo,
    { count = 1, worktree }: Fork,
  ): Promise<readonly SessionInfo[]> {
    const { places, sessions } = this.deps;
    const forks: SessionInfo[] = [];
    while (forks.length < count) {
      // Git runs there for a worktree.
      await places.requireAccess(access, session.workDir);
      const task = worktree ? await this.createTask(access, session) : undefined;
      const prepared = await this.prepare(access, session, task);
      const fork = await prepared.launch(session.dimensions);
      forks.push(sessions.get(fork.id) ?? fork);
    }
    return forks;
  }

  private async prepare(
    access: Access,
    { id }: SessionInfo,
    task: TaskChoice | undefined,
  ): Promise<PreparedStart> {
    const { agents, places } = this.deps;
    const startedBy = callingSession(access);
    // The API asks the person nothing: what their token starts may act without requesting permission.
    const keepAutoApprove = access.by === 'person';
    const prepared = await agents.prepareFork(id, { task, startedBy, keepAutoApprove });
    return places.requireStart(access, prepared);
  }

  private async createTask(access: Access, { id }: SessionInfo): Promise<TaskChoice> {
    const own = findTaskOfSession(this.deps.tasks.list(), id);
    const folder = own && this.deps.folders().find(({ uri }) => uri === own.folder);
    if (!folder) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Session ${id} belongs to no task of an open folder, so it cannot be forked into a worktree.`,
      );
    }
    this.requireNoSetup(access, folder);
    const taken = this.deps.tasks.list(folder.uri).map((task) => task.name);
    const name = freeName(`${own.name} fork`, taken);
    // An agent can have written the hooks, also where they are tracked files.
    const hooks = access.by === 'agent' ? 'skip' : 'run';
    const changes = await this.deps.worktrees.takeChanges(own, { hooks });
    const { task } = await this.deps.worktrees.create({ folder, name, changes, hooks });
    await this.setUp(folder, task);
    return { kind: 'existing', id: task.id };
  }

  /** Setup commands run files of the worktree, which an agent can have written. */
  private requireNoSetup({ by }: Access, { name, uri }: FolderRef): void {
    if (by === 'agent' && this.deps.settingsOf(uri)['worktree.setup'].length > 0) {
      throw new ApiError(
        'SESSION_USER_MISMATCH',
        `The setting agentTerminals.worktree.setup of ${name} has commands, which only the person may run: fork without a worktree, or let the person fork into one.`,
      );
    }
  }

  /** Runs the setup commands, because no agent may start in a worktree that is not set up. */
  private async setUp(folder: FolderRef, task: Task): Promise<void> {
    const commands = this.deps.settingsOf(folder.uri)['worktree.setup'];
    if (commands.length === 0) {
      return;
    }
    const run = { folder, task, label: 'Setup', commands };
    const { start, finished } = await this.deps.commandRuns.prepare(run);
    await this.deps.tasks.place(task.id, { pendingSetup: { ptyId: start.sessionId } });
    await start.launch();
    const end = await finished;
    if (end.kind !== 'done') {
      throw new SessionError(
        'ILLEGAL_STATE',
        `The setup of task "${task.name}" in ${task.cwd} did not succeed: session ${start.sessionId} shows why.`,
      );
    }
    await this.deps.tasks.place(task.id, { pendingSetup: undefined });
    await this.deps.sessions.kill(start.sessionId);
  }
}
