import { SessionError } from '../../base/errors';
import type { Leases } from '../../ownership/leases';
import { isRunning } from '../../pty/liveAgent';
import type { TrustGuard } from '../../pty/trustGuard';
import type { WindowSessions } from '../../pty/windowSessions';
import type { Task } from '../../tasks/task';
import type { AgentOptions } from '../startRequests';
import type { AgentHooks } from './agentHooks';

/** The session of a start that is being planned and not stored in its task yet. */
export interface Reservation {
  readonly ptyId: string;
  readonly task: Task;
  readonly label: string;
  readonly startedBy?: string | undefined;
  readonly options?: AgentOptions;
}

interface StartReservationsDeps {
  readonly sessions: Pick<WindowSessions, 'get' | 'getOther'>;
  readonly leases: Pick<Leases, 'isOwnedElsewhere' | 'readOthers'>;
  readonly guard: Pick<TrustGuard, 'require'>;
  readonly hooks: Pick<AgentHooks, 'abandon'>;
}

/** The ids of the starts that are being planned or wait for their launch: no two starts get the same one. */
export class StartReservations {
  private readonly reserved = new Map<string, Reservation>();

  constructor(private readonly deps: StartReservationsDeps) {}

  isTaken(ptyId: string): boolean {
    const { sessions, leases } = this.deps;
    const session = sessions.get(ptyId) ?? sessions.getOther(ptyId);
    const runs = isRunning(session);
    return runs || this.reserved.has(ptyId) || leases.isOwnedElsewhere(ptyId);
  }

  /** Whether another window has the session, read now. */
  async isOwnedElsewhere(ptyId: string): Promise<boolean> {
    await this.deps.leases.readOthers();
    return this.deps.leases.isOwnedElsewhere(ptyId);
  }

  /** Whether a start of this session that is being planned or launched gives it a prompt. */
  givesPrompt(ptyId: string): boolean {
    return this.reserved.get(ptyId)?.options?.prompt !== undefined;
  }

  list(): readonly Reservation[] {
    return [...this.reserved.values()];
  }

  /**
   * Reserves the id and calls `plan`. The id stays reserved until `launch` has settled or `abandon`
   * is called; it is abandoned if `plan` fails.
   * @throws {SessionError} `UNTRUSTED`, before anything is planned and a terminal opens for it; and
   * what `plan` throws.
   */
  async reserve<T>(reservation: Reservation, plan: () => Promise<T>): Promise<T> {
    this.deps.guard.require();
    this.reserved.set(reservation.ptyId, reservation);
    try {
      return await plan();
    } catch (error) {
      this.abandon(reservation);
      throw error;
    }
  }

  /**
   * Calls `launch`, and releases the id; it is abandoned if `launch` fails.
   * @throws what `launch` throws.
   */
  async launch<T>(reservation: Reservation, launch: () => Promise<T>): Promise<T> {
    try {
      const launched = await launch();
      this.release(reservation);
      return launched;
    } catch (error) {
      // A session host that did not answer in time may still create the session.
      if (SessionError.is(error, 'TIMEOUT')) {
        this.release(reservation);
      } else {
        this.abandon(reservation);
      }
      throw error;
    }
  }

  /** Releases the id of a start that does not become a session, and revokes its tokens. */
  abandon(reservation: Reservation): void {
    if (this.release(reservation)) {
      this.deps.hooks.abandon(reservation.ptyId);
    }
  }

  /** Releases the id. Returns false if a later start has reserved it, which keeps it. */
  private release(reservation: Reservation): boolean {
    const { ptyId } = reservation;
    return this.reserved.get(ptyId) === reservation && this.reserved.delete(ptyId);
  }
}
