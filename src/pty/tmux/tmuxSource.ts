import { SessionError } from '../../base/errors';
import type { Disposable } from '../../base/lifecycle';
import type { DetachedSession, SessionListing, SessionSource } from '../sessionSource';
import type { SessionEvent } from '../sessionService';
import type { WindowSessions } from '../windowSessions';
import type { TmuxSession, TmuxSessions } from './tmuxSessions';

/**
 * The sessions in tmux. One window at a time shows a session, since a tmux client that attaches
 * detaches the others.
 */
export class TmuxSource implements SessionSource, Disposable {
  private readonly listening: Disposable;

  constructor(
    private readonly tmux: Pick<TmuxSessions, 'get' | 'survey'>,
    private readonly sessions: WindowSessions,
  ) {
    this.listening = sessions.onDidChangeOthers((event) => {
      this.handleOther(event).catch(() => {
        // The session stays in the list as ended until it is removed.
      });
    });
  }

  whenReady(): Promise<void> {
    return Promise.resolve();
  }

  async list(): Promise<SessionListing> {
    const { sessions, isComplete } = await this.tmux.survey();
    return {
      sessions: sessions.map(toDetached),
      problem: isComplete ? undefined : incompleteError(),
    };
  }

  async open(id: string): Promise<void> {
    const found = await this.tmux.get(id);
    if (found?.isSilent) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Session ${id} runs in tmux, which does not answer: try again in a moment, or end the session.`,
      );
    }
    if (found) {
      await this.sessions.open(found.spec);
    }
  }

  dispose(): void {
    this.listening.dispose();
  }

  /**
   * A client that ends because another window attached does not end its session. Removes such a
   * session from the list, where it would count as ended.
   */
  private async handleOther({ type, session: { id, persistence } }: SessionEvent): Promise<void> {
    const isEnd = type === 'exit' && persistence === 'tmux';
    if (isEnd && (await this.tmux.get(id)) && this.sessions.getOther(id)?.state === 'terminated') {
      await this.sessions.killOther(id);
    }
  }
}

function toDetached({ spec, isAttached, isSilent, isDirectoryGone }: TmuxSession): DetachedSession {
  const { id, folder = null, createdAt = '', program } = spec;
  return {
    ...{ id, folder, createdAt, workDir: program.cwd },
    // A server that does not answer may have no client: an attempt to open its session shows that.
    isShown: isAttached && !isSilent,
    // An ended session counts as running until a window has opened it and read its exit status.
    isEnded: false,
    canReconnect: !isDirectoryGone,
  };
}

function incompleteError(): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    'tmux does not answer, so sessions in it may be missing: check that it can be started, by the setting agentTerminals.tmuxPath or the PATH, and reload the window.',
  );
}
