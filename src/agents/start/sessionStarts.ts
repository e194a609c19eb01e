import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import { parsePtyId } from '../../pty/ptyId';
import type { Dimensions } from '../../pty/ptyProcess';
import type { SessionInfo, SessionSpec } from '../../pty/sessionService';
import type { SshPlace } from '../../pty/ssh/sshLine';
import type { TrustGuard } from '../../pty/trustGuard';
import type { Leases } from '../../ownership/leases';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { PreparedStart } from '../agentService';
import type { PlannedConversation } from '../conversations/plannedConversation';
import type { WindowSessions } from '../../pty/windowSessions';
import type { AgentHooks } from './agentHooks';
import type { SessionConversations } from '../conversations/sessionConversations';

/** The session of a start that is being planned and not stored in its task yet. */
interface Reservation {
  readonly ptyId: string;
  readonly task: Task;
  readonly label: string;
  /** The PTY id of the session whose agent starts it. */
  readonly startedBy?: string | undefined;
}

/** A completely planned start. */
interface PlannedStart {
  readonly spec: SessionSpec;
  /** Notices for the person, one sentence each. */
  readonly notices?: readonly string[];
  /** A first prompt that has to be typed when the agent accepts input. */
  readonly keystrokes?: string | undefined;
  /** Undefined for a shell. */
  readonly conversation?: PlannedConversation;
  /** The machine on which the agent runs; undefined for this one. */
  readonly ssh?: SshPlace | undefined;
}

interface SessionStartsDeps {
  readonly sessions: Pick<WindowSessions, 'get' | 'getOther' | 'kill'>;
  readonly sessionConversations: Pick<SessionConversations, 'create'>;
  readonly tasks: Pick<TaskStore, 'putConversation'>;
  readonly leases: Pick<Leases, 'isOwnedElsewhere'>;
  readonly guard: Pick<TrustGuard, 'require'>;
  readonly clock: Clock;
  readonly hooks: Pick<AgentHooks, 'abandon'>;
  readonly typeFirstPrompt: (sessionId: string, prompt: string) => Promise<void>;
  /** Shows the person one sentence about an error that happens after the launch has resolved. */
  readonly notify: (message: string) => void;
}

/** Reserves the ids of starts while they are planned, and launches the planned starts. */
export class SessionStarts {
  /** The starts that are being planned or are not launched yet, by PTY id. */
  private readonly reserved = new Map<string, Reservation>();

  constructor(private readonly deps: SessionStartsDeps) {}

  /** Whether a session with this id runs in any window, or is being started in this one. */
  isTaken(ptyId: string): boolean {
    const { sessions, leases } = this.deps;
    const session = sessions.get(ptyId) ?? sessions.getOther(ptyId);
    const runs = session !== undefined && session.state !== 'terminated';
    return runs || this.reserved.has(ptyId) || leases.isOwnedElsewhere(ptyId);
  }

  listReserved(): readonly Reservation[] {
    return [...this.reserved.values()];
  }

  /**
   * Reserves the id and calls `plan`. Releases the id, and revokes the tokens of the start, if it does
   * not become a session.
   * @throws {SessionError} `UNTRUSTED`, before anything is planned and a terminal opens for it.
   */
  async prepare(
    reservation: Reservation,
    plan: () => Promise<PlannedStart>,
  ): Promise<PreparedStart> {
    this.deps.guard.require();
    this.reserved.set(reservation.ptyId, reservation);
    try {
      return this.toPrepared(reservation, await plan());
    } catch (error) {
      this.abandon(reservation);
      throw error;
    }
  }

  private toPrepared(reservation: Reservation, start: PlannedStart): PreparedStart {
    const { task } = reservation;
    const { spec, notices = [] } = start;
    let launched: Promise<SessionInfo> | undefined;
    let isDiscarded = false;
    const launch = (dimensions?: Dimensions): Promise<SessionInfo> =>
      isDiscarded ? Promise.reject(discarded(spec)) : this.launch(reservation, start, dimensions);
    return {
      task,
      sessionId: spec.id,
      label: spec.label,
      providerId: providerOf(spec),
      afterExit: spec.afterExit,
      notices,
      launch: (dimensions) => (launched ??= launch(dimensions)),
      discard: () => {
        if (!launched) {
          isDiscarded = true;
          this.abandon(reservation);
        }
      },
    };
  }

  private async launch(
    reservation: Reservation,
    { spec, keystrokes, conversation: planned, ssh }: PlannedStart,
    dimensions: Dimensions | undefined,
  ): Promise<SessionInfo> {
    const { task, startedBy } = reservation;
    const { id: ptyId, label } = spec;
    try {
      await this.clearExited(ptyId);
      const session = await this.deps.sessionConversations.create({ ...spec, dimensions }, planned);
      const createdAt = new Date(this.deps.clock.now()).toISOString();
      const conversation = {
        ptyId,
        providerId: providerOf(spec),
        label,
        createdAt,
        isOpen: true,
        ...(ssh && { ssh }),
        ...(startedBy !== undefined && { startedBy }),
      };
      this.deps.tasks.putConversation(task.id, conversation).catch(this.handleLateError);
      if (keystrokes !== undefined) {
        this.deps.typeFirstPrompt(ptyId, keystrokes).catch(this.handleLateError);
      }
      this.release(reservation);
      return session;
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

  private abandon(reservation: Reservation): void {
    if (this.release(reservation)) {
      this.deps.hooks.abandon(reservation.ptyId);
    }
  }

  /** Returns false if a later start has reserved the id, which keeps it and its tokens. */
  private release(reservation: Reservation): boolean {
    const { ptyId } = reservation;
    return this.reserved.get(ptyId) === reservation && this.reserved.delete(ptyId);
  }

  private readonly handleLateError = (error: unknown): void => {
    this.deps.notify(toMessage(error));
  };

  /** Removes an ended session that is still listed, because the new session has the same id. */
  private async clearExited(ptyId: string): Promise<void> {
    if (this.deps.sessions.get(ptyId)?.state === 'terminated') {
      await this.deps.sessions.kill(ptyId);
    }
  }
}

function providerOf({ id }: SessionSpec): string {
  return parsePtyId(id)?.providerId ?? '';
}

function discarded({ id, label }: SessionSpec): SessionError {
  return new SessionError(
    'SESSION_EXITED',
    `The start of ${label} (${id}) was cancelled: start it again.`,
  );
}
