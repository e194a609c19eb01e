import type { DetachedSession, SessionListing, SessionSource } from '../../pty/sessionSource';
import { isRunning } from '../../pty/liveAgent';
import type { SessionInfo } from '../../pty/sessionService';
import type { OtherHost } from '../discovery/otherHosts';
import type { HostClient } from './hostClient';

type Client = Pick<HostClient, 'connect' | 'health' | 'listAll' | 'onDidChangeHealth'>;

interface HostSourceDeps {
  readonly client: Client;
  /** The running hosts that this window cannot use. */
  readonly listOthers: () => Promise<readonly Pick<OtherHost, 'sessions'>[]>;
}

/**
 * The sessions of the running session host, of every window, and those of other hosts, to which this
 * window cannot reconnect. `WindowSessions` lists those of its folders as soon as it is connected.
 */
export class HostSource implements SessionSource {
  constructor(private readonly deps: HostSourceDeps) {}

  /** A host that does not respond may run any stored session, so it counts only once it responds or is gone. */
  async whenReady(): Promise<void> {
    for (;;) {
      try {
        await this.deps.client.connect();
        return;
      } catch (error) {
        if (this.deps.client.health.state !== 'unresponsive') {
          throw error;
        }
      }
      await this.healthChange();
    }
  }

  async list(): Promise<SessionListing> {
    const { client, listOthers } = this.deps;
    try {
      const others = (await listOthers()).flatMap(({ sessions }) => sessions.map(ofOtherHost));
      return { sessions: [...client.listAll().map(toDetached), ...others], problem: undefined };
    } catch (error) {
      return { sessions: client.listAll().map(toDetached), problem: error };
    }
  }

  open(): Promise<void> {
    return Promise.resolve();
  }

  private healthChange(): Promise<void> {
    return new Promise((resolve) => {
      const listening = this.deps.client.onDidChangeHealth(() => {
        listening.dispose();
        resolve();
      });
    });
  }
}

function toDetached(session: SessionInfo): DetachedSession {
  const { id, folder, workDir, createdAt } = session;
  const isEnded = !isRunning(session);
  return { id, folder, workDir, createdAt, isShown: false, isEnded, canReconnect: true };
}

/** Only its id is known. */
function ofOtherHost(id: string): DetachedSession {
  return {
    id,
    folder: null,
    workDir: '',
    createdAt: '',
    isShown: false,
    isEnded: false,
    canReconnect: false,
  };
}
