import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import type { Dimensions } from '../../pty/ptyProcess';
import type { SessionInfo, SessionSpec } from '../../pty/sessionService';
import type { SshPlace } from '../../pty/ssh/sshLine';
import type { Leases } from '../../ownership/leases';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { PreparedStart } from '../agentService';
import type { PlannedConversation } from '../conversations/plannedConversation';
import type { WindowSessions } from '../../pty/windowSessions';
import type { SessionConversations } from '../conversations/sessionConversations';

/** A start that is planned to the last detail. */
export interface PlannedStart {
  readonly task: Task;
  readonly providerId: string;
  readonly spec: SessionSpec;
  readonly notices: readonly string[];
  /** A first prompt that has to be typed once the agent listens. */
  readonly keystrokes: string | undefined;
  /** None for a shell. */
  readonly conversation: PlannedConversation | undefined;
  /** Where its agent runs; none for this machine. */
  readonly ssh?: SshPlace | undefined;
}

/** An id that a start will have, before its task remembers it. */
export interface Reservation {
  readonly ptyId: string;
  readonly taskId: string;
  readonly label: string;
}

export interface SessionStartsDeps {
  readonly sessions: Pick<WindowSessions, 'get' | 'getOther' | 'kill'>;
  readonly sessionConversations: Pick<SessionConversations, 'create'>;
  readonly tasks: Pick<TaskStore, 'putConversation'>;
  readonly leases: Pick<Leases, 'isHeldElsewhere'>;
  readonly clock: Clock;
  readonly typeFirstPrompt: (sessionId: string, prompt: string) => Promise<void>;
  /** Tells the person of what went wrong after the start, when no caller waits any more. */
  readonly notify: (message: string) => void;
}

/** Carries out planned starts, and keeps their ids apart from the moment that they are planned. */
export class SessionStarts {
  /** Planned, and not yet in the list of sessions: what their conversations are to be, by id. */
  private readonly reserved = new Map<string, Reservation>();

  constructor(private readonly deps: SessionStartsDeps) {}

  /** Whether a session of that id runs, in whichever window, or is about to in this one. */
  isTaken(ptyId: string): boolean {
    const { sessions, leases } = this.deps;
    const session = sessions.get(ptyId) ?? sessions.getOther(ptyId);
    const runs = session !== undefined && session.state !== 'terminated';
    return runs || this.reserved.has(ptyId) || leases.isHeldElsewhere(ptyId);
  }

  /** Keeps the id for a start that is being planned; {@link release} gives it free if that fails. */
  reserve(reservation: Reservation): void {
    this.reserved.set(reservation.ptyId, reservation);
  }

  /** What is planned in a task and not remembered by it yet. */
  reservedIn(taskId: string): readonly Reservation[] {
    return [...this.reserved.values()].filter((one) => one.taskId === taskId);
  }

  release(ptyId: string): void {
    this.reserved.delete(ptyId);
  }

  prepare(start: PlannedStart): PreparedStart {
    const { task, providerId, spec, notices } = start;
    let launched: Promise<SessionInfo> | undefined;
    let isDiscarded = false;
    const launch = (dimensions?: Dimensions): Promise<SessionInfo> =>
      isDiscarded ? Promise.reject(givenUp(spec)) : this.launch(start, dimensions);
    return {
      task,
      sessionId: spec.id,
      label: spec.label,
      providerId,
      afterExit: spec.afterExit,
      notices,
      launch: (dimensions) => (launched ??= launch(dimensions)),
      discard: () => {
        if (!launched) {
          isDiscarded = true;
          this.release(spec.id);
        }
      },
    };
  }

  private async launch(
    { spec, task, providerId, keystrokes, conversation: planned, ssh }: PlannedStart,
    dimensions: Dimensions | undefined,
  ): Promise<SessionInfo> {
    try {
      await this.clearExited(spec.id);
      const session = await this.deps.sessionConversations.create({ ...spec, dimensions }, planned);
      const createdAt = new Date(this.deps.clock.now()).toISOString();
      const { id: ptyId, label } = spec;
      const conversation = {
        ptyId,
        providerId,
        label,
        createdAt,
        isOpen: true,
        ...(ssh && { ssh }),
      };
      this.deps.tasks.putConversation(task.id, conversation).catch(this.handleLateError);
      if (keystrokes !== undefined) {
        this.deps.typeFirstPrompt(spec.id, keystrokes).catch(this.handleLateError);
      }
      return session;
    } finally {
      this.release(spec.id);
    }
  }

  private readonly handleLateError = (error: unknown): void => {
    this.deps.notify(toMessage(error));
  };

  /** A session that has ended is still listed for a while; its conversation's next one takes its place. */
  private async clearExited(ptyId: string): Promise<void> {
    if (this.deps.sessions.get(ptyId)?.state === 'terminated') {
      await this.deps.sessions.kill(ptyId);
    }
  }
}

function givenUp({ id, label }: SessionSpec): SessionError {
  return new SessionError(
    'SESSION_EXITED',
    `The start of ${label} (${id}) was given up: start it again.`,
  );
}
