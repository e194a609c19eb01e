import { SessionError } from '../../base/errors';
import type { Disposable } from '../../base/lifecycle';
import type { DetachedSession, SessionListing, SessionSource } from '../sessionSource';
import type { SessionEvent } from '../sessionService';
import type { WindowSessions } from '../windowSessions';
import type { TmuxSession, TmuxSessions } from './tmuxSessions';

/** The sessions in tmux. One window at a time shows a session: a tmux client that attaches detaches the others. */
export class TmuxSource implements SessionSource, Disposable {
  private readonly listening: Disposable;

  constructor(
    private readonly tmux: Pick<TmuxSessions, 'get' | 'survey'>,
    private readonly sessions: Pick<
      WindowSessions,
      'getOther' | 'killOther' | 'onDidChangeOthers' | 'open'
    >,
  ) {
    this.listening = sessions.onDidChangeOthers((event) => {
      this.handleOther(event).catch(() => {
        // It stays listed as ended for a while.
      });
    });
  }

  whenReady(): Promise<void> {
    return Promise.resolve();
  }

  async list(): Promise<SessionListing> {
    const { sessions, isWhole } = await this.tmux.survey();
    return {
      sessions: sessions.map(toDetached),
      problem: isWhole ? undefined : incompleteError(),
    };
  }

  async open(id: string): Promise<void> {
    const found = await this.tmux.get(id);
    if (found?.isSilent) {
      throw new SessionError(
        'ILLEGAL_STATE',
        `Session ${id} runs in tmux, which does not answer for it: try again in a moment, or end it.`,
      );
    }
    if (found) {
      await this.sessions.open(found.spec);
    }
  }

  dispose(): void {
    this.listening.dispose();
  }

  /** The session of a client that ended because another window attached has not ended, so it is not listed as such. */
  private async handleOther({ type, session: { id, persistence } }: SessionEvent): Promise<void> {
    const isEnd = type === 'exit' && persistence === 'tmux';
    if (isEnd && (await this.tmux.get(id)) && this.sessions.getOther(id)?.state === 'terminated') {
      await this.sessions.killOther(id);
    }
  }
}

function toDetached({ spec, isAttached, isSilent, isFolderGone }: TmuxSession): DetachedSession {
  const { id, folder = null, createdAt = '', program } = spec;
  return {
    ...{ id, folder, createdAt, workDir: program.cwd },
    isShown: isAttached || isSilent,
    // The exit status of one that has ended waits to be read: it is opened for that.
    isEnded: false,
    isStray: isFolderGone,
  };
}

function incompleteError(): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    'tmux does not answer for sessions that may run in it: see that it can be started, by the setting agentTerminals.tmuxPath or the PATH, and reload the window.',
  );
}
