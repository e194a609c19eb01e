import type { Clock } from '../base/clock';
import { DisposableStore, toDisposable, type Disposable } from '../base/lifecycle';
import type { Keystrokes } from '../providers/keys';
import type { SessionInfo, SessionService } from '../pty/sessionService';

/** How long an agent may take until it listens, in milliseconds. */
export const READY_TIMEOUT_MS = 60_000;

/** Whether an agent listens: `gone` if it ended before, `timeout` if it was never silent. */
export type Readiness = 'ready' | 'gone' | 'timeout';

/** Types prompts into sessions, a write at a time, with the pauses that their programs need. */
export class PromptTyping implements Disposable {
  private readonly store = new DisposableStore();
  /** What is still to be typed, by session: two prompts at once must not mix. */
  private readonly lines = new Map<string, Promise<void>>();

  constructor(
    private readonly sessions: Pick<SessionService, 'get' | 'write' | 'onDidChange'>,
    private readonly clock: Clock,
  ) {}

  /** Types `keystrokes` after whatever is being typed into that session already. */
  type(sessionId: string, keystrokes: () => readonly Keystrokes[]): Promise<void> {
    const before = this.lines.get(sessionId) ?? Promise.resolve();
    const now = before.then(() => this.typeNow(sessionId, keystrokes()));
    this.lines.set(sessionId, now);
    return now.finally(() => {
      if (this.lines.get(sessionId) === now) {
        this.lines.delete(sessionId);
      }
    });
  }

  /**
   * Resolves with `ready` once the agent listens: it has drawn its screen and fallen silent.
   * `gone` if it ended before, `timeout` if it was never silent.
   */
  untilReady(sessionId: string): Promise<Readiness> {
    return new Promise((resolve) => {
      const wait = this.store.add(new DisposableStore());
      const settle = (result: Readiness): void => {
        resolve(result);
        this.store.delete(wait);
      };
      const look = (session: SessionInfo | undefined): void => {
        if (!session || session.state === 'terminated' || session.agentExitCode !== null) {
          settle('gone');
        } else if (session.state === 'idle' && session.hasOutput) {
          settle('ready');
        }
      };
      wait.add(this.clock.schedule(READY_TIMEOUT_MS, () => settle('timeout')));
      wait.add(
        this.sessions.onDidChange(({ type, session }) => {
          if (session.id === sessionId) {
            look(type === 'removed' ? undefined : session);
          }
        }),
      );
      wait.add(toDisposable(() => resolve('gone')));
      look(this.sessions.get(sessionId));
    });
  }

  dispose(): void {
    this.store.dispose();
  }

  /** The rest of a prompt is for the session that had its beginning, and for no other of the same id. */
  private async typeNow(sessionId: string, keystrokes: readonly Keystrokes[]): Promise<void> {
    const life = this.sessions.get(sessionId)?.life;
    for (const { data, waitMs } of keystrokes) {
      if (this.sessions.get(sessionId)?.life !== life) {
        return;
      }
      this.sessions.write(sessionId, data);
      await this.pause(waitMs);
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.store.add(
        this.clock.schedule(ms, () => {
          this.store.delete(timer);
          resolve();
        }),
      );
    });
  }
}
