import type { FolderRef } from '../../agents/agentService';
import { findFolderOf } from '../../agents/folderOf';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { StatusService } from '../../status/statusService';
import type { Task } from '../../tasks/task';
import { findTaskOfSession } from '../../tasks/taskOfSession';
import type { TaskStore } from '../../tasks/taskStore';
import type { Access } from './access';
import { ApiError } from '../http/apiError';
import { describeSession, type SessionView } from '../sessions/sessionView';

interface SessionScopeDeps {
  readonly sessions: Pick<SessionService, 'get' | 'list'>;
  readonly tasks: Pick<TaskStore, 'list'>;
  readonly status: Pick<StatusService, 'get'>;
  /** Whether the process that holds a session does not respond. */
  readonly isSuspended: (session: SessionInfo) => boolean;
  /** The workspace folders that are open now. */
  readonly folders: () => readonly FolderRef[];
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

  /** @throws {ApiError} `SESSION_NOT_FOUND`, `SESSION_USER_MISMATCH`. */
  require(access: Access, id: string): SessionInfo {
    const session = this.deps.sessions.get(id);
    if (!session) {
      throw new ApiError('SESSION_NOT_FOUND', `There is no session ${id}; it may have ended.`);
    }
    if (!this.includes(access, session)) {
      throw new ApiError('SESSION_USER_MISMATCH', `Session ${id} belongs to another folder.`);
    }
    return session;
  }

  /** The same for a session that has not ended. */
  requireRunning(access: Access, id: string): SessionInfo {
    const session = this.require(access, id);
    if (session.state === 'terminated') {
      throw new ApiError('SESSION_EXITED', `Session ${id} has ended: start another one.`);
    }
    return session;
  }

  includes({ folder }: Access, session: SessionInfo): boolean {
    return folder === 'all' || this.folderOf(session)?.uri === folder.uri;
  }

  describe(session: SessionInfo): SessionView {
    const { id } = session;
    return describeSession(session, {
      activity: this.deps.status.get(id),
      isSuspended: this.deps.isSuspended(session),
      task: this.taskOf(id),
    });
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

  private taskOf(ptyId: string): Task | undefined {
    return findTaskOfSession(this.deps.tasks.list(), ptyId);
  }
}
