import type { Logger } from '../../base/logger';
import type { SessionOwnership } from '../../ownership/sessionOwnership';
import { isRunning } from '../../pty/liveAgent';
import type { SessionInfo } from '../../pty/sessionService';
import type { WindowSessions } from '../../pty/windowSessions';
import type { ReconnectedTasks } from '../../tasks/reconnectedTasks';
import type { AgentHooks } from './agentHooks';

/**
 * Continues a session that outlived its window: acquires its lease, directs its hooks to this
 * window, finds its task, and then emits it as a session of this window, unless it is listed as one.
 */
export class SessionContinuation {
  constructor(
    private readonly deps: {
      readonly sessions: WindowSessions;
      /**
       * Acquires the lease of a session that runs.
       * @throws {SessionError} `ILLEGAL_STATE` if another window owns it.
       */
      readonly claim: (session: SessionInfo) => Promise<void>;
      readonly ownership: Pick<SessionOwnership, 'release'>;
      readonly hooks: Pick<AgentHooks, 'reopen'>;
      readonly tasks: ReconnectedTasks;
      /** The URI of the session's workspace folder; undefined if it is not open in this window. */
      readonly folderOf: (session: SessionInfo) => string | undefined;
      readonly logger: Logger;
    },
  ) {}

  /**
   * @returns undefined if the session is gone.
   * @throws {SessionError} `ILLEGAL_STATE` if another window owns it.
   */
  async continue(session: SessionInfo): Promise<SessionInfo | undefined> {
    const { sessions, claim, hooks, tasks, folderOf, logger } = this.deps;
    const { id } = session;
    if (!isRunning(session)) {
      tasks.close(session);
      return sessions.acquire(id);
    }
    await claim(session);
    await hooks.reopen(id, session.kind);
    const label = await tasks.put(session, folderOf(session));
    const acquired = sessions.get(id) ?? sessions.acquire(id);
    if (!acquired || !isRunning(acquired)) {
      // The session has ended meanwhile, or this window is closing.
      await this.deps.ownership.release(id);
      return acquired;
    }
    sessions.find(id)?.relabel(label);
    logger.info(`Session ${id} (${label}) continues in this window.`);
    return acquired;
  }
}
