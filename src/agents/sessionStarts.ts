import type { Clock } from '../base/clock';
import type { Dimensions } from '../pty/ptyProcess';
import type { SessionInfo, SessionService, SessionSpec } from '../pty/sessionService';
import type { Task } from '../tasks/task';
import type { TaskStore } from '../tasks/taskStore';
import type { PreparedStart } from './agentService';

/** A start that is planned to the last detail. */
export interface PlannedStart {
  readonly task: Task;
  readonly providerId: string;
  readonly spec: SessionSpec;
  readonly notices: readonly string[];
  /** A first prompt that has to be typed once the agent listens. */
  readonly keystrokes: string | undefined;
}

export interface SessionStartsDeps {
  readonly sessions: Pick<SessionService, 'create' | 'get' | 'kill'>;
  readonly tasks: Pick<TaskStore, 'putConversation'>;
  readonly clock: Clock;
  readonly typeFirstPrompt: (sessionId: string, prompt: string) => Promise<void>;
}

/** Carries out planned starts, and keeps their ids apart from the moment that they are planned. */
export class SessionStarts {
  /** Planned, and not yet in the list of sessions. */
  private readonly reserved = new Set<string>();

  constructor(private readonly deps: SessionStartsDeps) {}

  /** Whether a session of that id runs, or is about to. */
  isTaken(ptyId: string): boolean {
    const session = this.deps.sessions.get(ptyId);
    return this.reserved.has(ptyId) || (session !== undefined && session.state !== 'terminated');
  }

  /** Keeps the id for a start that is being planned; {@link release} gives it free if that fails. */
  reserve(ptyId: string): void {
    this.reserved.add(ptyId);
  }

  release(ptyId: string): void {
    this.reserved.delete(ptyId);
  }

  prepare(start: PlannedStart): PreparedStart {
    const { task, providerId, spec, notices } = start;
    let launched: Promise<SessionInfo> | undefined;
    return {
      task,
      sessionId: spec.id,
      label: spec.label,
      providerId,
      afterExit: spec.afterExit,
      notices,
      launch: (dimensions) => (launched ??= this.launch(start, dimensions)),
      discard: () => {
        if (!launched) {
          this.release(spec.id);
        }
      },
    };
  }

  private async launch(
    { spec, task, providerId, keystrokes }: PlannedStart,
    dimensions: Dimensions | undefined,
  ): Promise<SessionInfo> {
    try {
      await this.clearExited(spec.id);
      const session = await this.deps.sessions.create({ ...spec, dimensions });
      void this.deps.tasks.putConversation(task.id, {
        ptyId: spec.id,
        providerId,
        label: spec.label,
        createdAt: new Date(this.deps.clock.now()).toISOString(),
      });
      if (keystrokes !== undefined) {
        void this.deps.typeFirstPrompt(spec.id, keystrokes);
      }
      return session;
    } finally {
      this.release(spec.id);
    }
  }

  /** A session that has ended is still listed for a while; its conversation's next one takes its place. */
  private async clearExited(ptyId: string): Promise<void> {
    if (this.deps.sessions.get(ptyId)?.state === 'terminated') {
      await this.deps.sessions.kill(ptyId);
    }
  }
}
