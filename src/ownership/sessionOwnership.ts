import { settledWithin, type Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import type { Disposable } from '../base/lifecycle';
import type { SessionService } from '../pty/sessionService';
import type { Leases } from './leases';
import type { Lease } from './windowFile';

/** How long the last work for an ended session may delay the release of its lease, in milliseconds. */
const LAST_WORK_MS = 5_000;

export type LocatedLease = Lease & { readonly workDir: string; readonly startedAt: number };

/** The claim of one session, which the next session of its id does not share. */
export interface SessionLease {
  readonly claim: LocatedLease;
  /** Started as the session ends; other windows get the session after it. */
  lastWork: () => Promise<unknown>;
}

interface SessionOwnershipDeps {
  readonly sessions: Pick<SessionService, 'onDidChange'>;
  readonly leases: Pick<Leases, 'claim' | 'release'>;
  readonly clock: Clock;
}

/**
 * The leases of the sessions that this window starts or acquires, each until its session has ended.
 */
export class SessionOwnership implements Disposable {
  private readonly owned = new Map<string, SessionLease>();
  private readonly ends: Disposable;
  private releases: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: SessionOwnershipDeps) {
    this.ends = deps.sessions.onDidChange(({ type, session }) => {
      if (type === 'exit' || type === 'removed') {
        void this.release(session.id);
      }
    });
  }

  /** The lease of a session; undefined if this window does not own it. */
  find(ptyId: string): SessionLease | undefined {
    return this.owned.get(ptyId);
  }

  /** @throws {SessionError} `SESSION_EXISTS` if this window owns it, `ILLEGAL_STATE` as `Leases.claim`. */
  async acquire(claim: LocatedLease): Promise<SessionLease> {
    const { ptyId } = claim;
    if (this.owned.has(ptyId)) {
      // The failure of a second start must not release the first.
      throw new SessionError(
        'SESSION_EXISTS',
        `Session ${ptyId} already exists: attach to it, or choose another id.`,
      );
    }
    const lease: SessionLease = { claim, lastWork: () => Promise.resolve() };
    this.owned.set(ptyId, lease);
    try {
      await this.deps.leases.claim(claim);
    } catch (error) {
      void this.release(ptyId);
      throw error;
    }
    return lease;
  }

  /** Resolves when other windows may have the session. An unknown id does nothing. */
  async release(ptyId: string): Promise<void> {
    const lease = this.owned.get(ptyId);
    if (lease) {
      this.owned.delete(ptyId);
      this.releases = Promise.all([this.releases, this.releaseNow(lease)]);
    }
    await this.settle();
  }

  /** Resolves when all sessions that have ended are released. */
  async settle(): Promise<void> {
    await this.releases;
  }

  dispose(): void {
    this.ends.dispose();
  }

  private async releaseNow({ claim: { ptyId }, lastWork }: SessionLease): Promise<void> {
    await settledWithin(this.deps.clock, LAST_WORK_MS, lastWork());
    // Otherwise the lease belongs to the next session of this id.
    if (!this.owned.has(ptyId)) {
      await this.deps.leases.release(ptyId);
    }
  }
}
