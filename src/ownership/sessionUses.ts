import { SessionError } from '../base/errors';
import { KeyedRuns } from '../base/serialQueue';
import { isRunning } from '../pty/liveAgent';
import type { SessionInfo } from '../pty/sessionService';
import type { WindowSessions } from '../pty/windowSessions';
import type { Leases } from './leases';
import { OwnedElsewhereError, type SessionHandover } from './sessionHandover';

interface SessionUsesDeps {
  readonly sessions: Pick<WindowSessions, 'get'>;
  readonly leases: Pick<Leases, 'isOwnedByCommand' | 'isOwnedElsewhere' | 'owns'>;
  readonly handover: Pick<SessionHandover, 'keep' | 'request'>;
  /**
   * Claims a session that runs.
   * @throws {SessionError} `ILLEGAL_STATE` if another window owns it.
   */
  readonly continueSession: (session: SessionInfo) => Promise<unknown>;
  /** A window owns all of its sessions, and keeps them while a person has it open. */
  readonly hasWindow: boolean;
}

/** The operations of a process without a window, which owns a session from its first use on. */
export class SessionUses {
  private readonly claims = new KeyedRuns<void>();
  private readonly waited = new Set<string>();

  constructor(private readonly deps: SessionUsesDeps) {}

  async whileStarting<T>(run: () => Promise<T>): Promise<T> {
    const end = this.begin();
    try {
      return await run();
    } finally {
      await end();
    }
  }

  /**
   * Runs an operation with a session.
   * @throws {SessionError} `SESSION_BUSY` if another command uses it; `MOVED` if a window owns it, so that the
   * caller runs it there.
   */
  async while<T>(ptyId: string, run: () => Promise<T>): Promise<T> {
    const end = this.begin(ptyId);
    try {
      await this.claim(ptyId);
      return await run();
    } finally {
      await end();
    }
  }

  /** As {@link while}, until the last item is read. */
  async *whileRead<T, R>(ptyId: string, open: () => AsyncGenerator<T, R>): AsyncGenerator<T, R> {
    const end = this.begin(ptyId);
    try {
      await this.claim(ptyId);
      return yield* open();
    } finally {
      await end();
    }
  }

  /**
   * Owns a session if that disturbs no other process, which may request it then. Returns whether this
   * process owns it.
   */
  async ownIfFree(ptyId: string): Promise<boolean> {
    const { hasWindow, leases } = this.deps;
    if (hasWindow || leases.owns(ptyId)) {
      return true;
    }
    // The process that has requested it may not have claimed it yet.
    const wasRequested = this.waited.delete(ptyId);
    if (!wasRequested && !leases.isOwnedElsewhere(ptyId)) {
      await this.claim(ptyId).catch(() => {});
    }
    if (leases.owns(ptyId)) {
      this.waited.add(ptyId);
    }
    return leases.owns(ptyId);
  }

  private begin(ptyId?: string): () => Promise<void> {
    return this.deps.hasWindow ? () => Promise.resolve() : this.deps.handover.keep(ptyId);
  }

  private async claim(ptyId: string): Promise<void> {
    if (!this.deps.hasWindow) {
      await this.claims.run(ptyId, () => this.claimNow(ptyId));
    }
  }

  private async claimNow(ptyId: string): Promise<void> {
    const { continueSession, handover, leases, sessions } = this.deps;
    if (leases.owns(ptyId)) {
      return;
    }
    await handover.request(ptyId, 'ifAbandoned').catch((error: unknown) => {
      throw error instanceof OwnedElsewhereError ? this.toRefusal(ptyId, error) : error;
    });
    const session = sessions.get(ptyId);
    if (session && isRunning(session)) {
      await continueSession(session).catch((error: unknown) => {
        // Another process may have claimed it since the request.
        const isOwned = SessionError.is(error, 'ILLEGAL_STATE') && leases.isOwnedElsewhere(ptyId);
        throw isOwned ? this.toRefusal(ptyId, error) : error;
      });
    }
  }

  private toRefusal(ptyId: string, { message }: SessionError): SessionError {
    return this.deps.leases.isOwnedByCommand(ptyId)
      ? new SessionError('SESSION_BUSY', `${ptyId} is used by another command: wait for its end.`)
      : new SessionError('MOVED', message);
  }
}
