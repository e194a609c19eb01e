import type { DetachedSession, SessionListing, SessionSource } from '../../pty/sessionSource';
import { isRunning } from '../../pty/liveAgent';
import type { SessionInfo } from '../../pty/sessionService';
import type { HostClient } from './hostClient';

type Client = Pick<HostClient, 'connect' | 'health' | 'listAll' | 'onDidChangeHealth'>;

/**
 * The sessions of a running session host, of every window. `WindowSessions` lists those of its folders as soon as it
 * is connected.
 */
export class HostSource implements SessionSource {
  constructor(private readonly client: Client) {}

  /** A host that does not respond may run any stored session, so it counts only once it responds or is gone. */
  async whenReady(): Promise<void> {
    for (;;) {
      try {
        await this.client.connect();
        return;
      } catch (error) {
        if (this.client.health.state !== 'unresponsive') {
          throw error;
        }
      }
      await this.healthChange();
    }
  }

  list(): Promise<SessionListing> {
    return Promise.resolve({ sessions: this.client.listAll().map(toDetached), problem: undefined });
  }

  open(): Promise<void> {
    return Promise.resolve();
  }

  private healthChange(): Promise<void> {
    return new Promise((resolve) => {
      const listening = this.client.onDidChangeHealth(() => {
        listening.dispose();
        resolve();
      });
    });
  }
}

function toDetached(session: SessionInfo): DetachedSession {
  const { id, folder, workDir, createdAt } = session;
  const isEnded = !isRunning(session);
  return { id, folder, workDir, createdAt, isShown: false, isEnded, isStray: false };
}
