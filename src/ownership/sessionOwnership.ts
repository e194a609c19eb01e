import { SessionError } from '../base/errors';
import type { Disposable } from '../base/lifecycle';
import type { SessionService } from '../pty/sessionService';
import type { Leases } from './leases';
import type { Lease } from './windowFile';

/** The lease of one session. The next session of its id gets another object. */
export type LocatedLease = Lease & { readonly workDir: string };

interface SessionOwnershipDeps {
  readonly sessions: Pick<SessionService, 'onDidChange'>;
  readonly leases: Pick<Leases, 'claim' | 'release'>;
}

export class SessionOwnership implements Disposable {
  private readonly owned = new Map<string, LocatedLease>();
  private readonly ends: Disposable;
  private releases: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: SessionOwnershipDeps) {
    this.ends = deps.sessions.onDidChange(({ type, session }) => {
      if (type === 'exit' || type === 'removed') {
        void this.release(session.id);
      }
    });
  }

  find(ptyId: string): LocatedLease | undefined {
    return this.owned.get(ptyId);
  }

  /** @throws {SessionError} `SESSION_EXISTS` if this window owns it, `ILLEGAL_STATE` as `Leases.claim`. */
  async acquire(lease: LocatedLease): Promise<void> {
    const { ptyId } = lease;
    if (this.owned.has(ptyId)) {
      // The failure of a second start must not release the first.
      throw new SessionError(
        'SESSION_EXISTS',
        `Session ${ptyId} already exists: attach to it, or choose another id.`,
      );
    }
    this.owned.set(ptyId, lease);
    try {
      await this.deps.leases.claim(lease);
    } catch (error) {
      void this.release(ptyId);
      throw error;
    }
  }

  /** Resolves when other windows may have the session. An unknown id does nothing. */
  async release(ptyId: string): Promise<void> {
    if (this.owned.delete(ptyId)) {
      this.releases = Promise.all([this.releases, this.deps.leases.release(ptyId)]);
    }
    await this.settle();
  }

  async settle(): Promise<void> {
    await this.releases;
  }

  dispose(): void {
    this.ends.dispose();
  }
}
