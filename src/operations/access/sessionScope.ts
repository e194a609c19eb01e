import { findFolderOf, type FolderRef } from '../../agents/folderRef';
import { SessionError } from '../../base/errors';
import { hasLiveAgent, isRunning } from '../../pty/liveAgent';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import type { Conversation, Task } from '../../tasks/task';
import { findTasks } from '../../tasks/taskName';
import { findConversation, findTaskOfSession } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import { callingSession, foldersOf, type Access } from './access';
import { ApiError } from '../apiError';
import { describeRights, isAllowed, isForAgents, TARGETS, type Target, type Right } from './rights';
import { describeSession, type SessionView, type StartedSessionView } from '../views/sessionView';
import type { StartedSession } from '../starts/startedSession';

interface SessionScopeDeps {
  readonly sessions: SessionService;
  readonly tasks: Pick<TaskStore, 'list'>;
  readonly status: Pick<StatusService, 'get'>;
  /** Whether a window of VS Code has the sessions. */
  readonly hasWindow: boolean;
  /** Whether this window takes a session over, now or once no command uses it. */
  readonly isArriving: (id: string) => boolean;
  /** Whether a session runs in another window. */
  readonly isElsewhere: (id: string) => boolean;
  /** Whether the process that holds a session does not respond. */
  readonly isSuspended: (session: SessionInfo) => boolean;
  /** The workspace folders that are open now. */
  readonly folders: () => readonly FolderRef[];
}

interface FoundTask {
  readonly folder: FolderRef;
  readonly task: Task;
}

/** Selects the sessions that a caller can access, and describes them. */
export class SessionScope {
  constructor(private readonly deps: SessionScopeDeps) {}

  list(access: Access): readonly SessionView[] {
    return this.deps.sessions
      .list()
      .filter((session) => this.includes(access, session))
      .map((session) => this.describe(session));
  }

  /**
   * The session, if the caller has the right to it.
   * @throws {ApiError} `SESSION_NOT_FOUND`, `SESSION_USER_MISMATCH`.
   */
  require(right: Right, access: Access, id: string): SessionInfo {
    const session = this.find(access, id);
    this.requireTarget(right, access, session);
    return session;
  }

  /**
   * The same for a session that has not ended.
   * @throws {ApiError} also `SESSION_EXITED`.
   */
  requireRunning(right: Right, access: Access, id: string): SessionInfo {
    const session = this.find(access, id);
    if (!isRunning(session)) {
      throw new ApiError('SESSION_EXITED', `Session ${id} has ended: start another one.`);
    }
    this.requireTarget(right, access, session);
    return session;
  }

  /**
   * For an operation that an agent may do with no session.
   * @throws {ApiError} `SESSION_USER_MISMATCH`.
   */
  requireRight(right: Right, { by }: Access): void {
    if (by === 'agent' && !isForAgents(right)) {
      throw new ApiError(
        'SESSION_USER_MISMATCH',
        `Only a person may do this (${right}); an agent may do it with ${describeRights(right)}.`,
      );
    }
  }

  /**
   * For a request that a terminal shows the session.
   * @throws {ApiError} `ILLEGAL_STATE` without a window.
   */
  requireWindow({ show }: { readonly show?: boolean | undefined }): void {
    if (show && !this.deps.hasWindow) {
      throw new ApiError(
        'ILLEGAL_STATE',
        'No window is open in which a terminal could show the session: leave out "show", or open the folder in VS Code.',
      );
    }
  }

  includes({ folder }: Access, session: SessionInfo): boolean {
    return folder === 'all' || this.folderOf(session)?.uri === folder.uri;
  }

  describe(session: SessionInfo): SessionView {
    const { id } = session;
    return describeSession(session, {
      activity: this.deps.status.get(id),
      hasWindow: this.deps.hasWindow,
      isSuspended: this.deps.isSuspended(session),
      task: this.taskOf(id),
      startedBy: this.starterOf(id),
    });
  }

  /**
   * The task of an open folder of the caller that has this id or name.
   * @throws {SessionError} `BAD_REQUEST`.
   */
  requireTask(access: Access, named: string): FoundTask {
    for (const folder of foldersOf(access, this.deps.folders)) {
      const known = this.deps.tasks.list(folder.uri).filter((one) => one.archivedAt === undefined);
      const [task] = findTasks(named, known);
      if (task) {
        return { folder, task };
      }
    }
    throw new SessionError(
      'BAD_REQUEST',
      `No open folder has a task "${named}": list the sessions.`,
    );
  }

  describeStarted({ session, notices }: StartedSession): StartedSessionView {
    return { ...this.describe(session), notices: [...notices] };
  }

  /**
   * The open workspace folder of a session: that of its task, else the one that contains its
   * directory.
   */
  folderOf({ id, workDir }: SessionInfo): FolderRef | undefined {
    const task = this.taskOf(id);
    return task
      ? this.deps.folders().find(({ uri }) => uri === task.folder)
      : findFolderOf(workDir, this.deps.folders());
  }

  private find(access: Access, id: string): SessionInfo {
    const session = this.deps.sessions.get(id);
    if (!session) {
      const isMoving = this.isOfOpenFolder(id) && this.deps.isArriving(id);
      throw isMoving ? sessionMovedError(id) : this.notFoundError(id);
    }
    if (!this.includes(access, session)) {
      throw new ApiError('SESSION_USER_MISMATCH', `Session ${id} belongs to another folder.`);
    }
    return session;
  }

  private notFoundError(id: string): ApiError {
    const text =
      this.isOfOpenFolder(id) && this.deps.isElsewhere(id)
        ? `Session ${id} runs in another window.`
        : `There is no session ${id}; it may have ended.`;
    return new ApiError('SESSION_NOT_FOUND', text);
  }

  private isOfOpenFolder(id: string): boolean {
    const folder = this.taskOf(id)?.folder;
    return this.deps.folders().some(({ uri }) => uri === folder);
  }

  private requireTarget(right: Right, access: Access, session: SessionInfo): void {
    const target = this.targetOf(access, session);
    if (!isAllowed(right, access.by, target)) {
      throw new ApiError(
        'SESSION_USER_MISMATCH',
        `${session.label} (${session.id}) is ${TARGETS[target]}: an agent may do this with ${describeRights(right)}.`,
      );
    }
  }

  private targetOf(access: Access, session: SessionInfo): Target {
    const { id } = session;
    const own = callingSession(access);
    const isStarted = own !== undefined && this.starterOf(id) === own;
    const isAgent = id === own || this.isKnownAgent(id);
    if (!isAgent || !hasLiveAgent(session)) {
      return isStarted ? 'startedShell' : 'shell';
    }
    return id === own ? 'itself' : isStarted ? 'startedAgent' : 'otherAgent';
  }

  /**
   * Whether an agent of a task was started in the session. Another extension can start any program
   * under any id, and a command line of the person on another machine can become a shell.
   */
  private isKnownAgent(ptyId: string): boolean {
    const conversation = this.conversationOf(ptyId);
    return (
      conversation !== undefined &&
      conversation.isOpen !== false &&
      conversation.providerId !== SHELL_PROVIDER_ID &&
      conversation.ssh?.remoteInitCommand === undefined
    );
  }

  private starterOf(ptyId: string): string | undefined {
    return this.conversationOf(ptyId)?.startedBy;
  }

  private conversationOf(ptyId: string): Conversation | undefined {
    const task = this.taskOf(ptyId);
    return task && findConversation(task, ptyId);
  }

  private taskOf(ptyId: string): Task | undefined {
    return findTaskOfSession(this.deps.tasks.list(), ptyId);
  }
}

/** For a caller that is to look for the server of the session again. */
export function sessionMovedError(id: string): ApiError {
  return new ApiError('MOVED', `Session ${id} is being handed over to another window: try again.`);
}
