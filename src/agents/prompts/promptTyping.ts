import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Keystrokes } from '../../providers/model/keys';
import type { SessionService } from '../../pty/sessionService';

/** What has a session's keyboard for a while. */
export interface Keyboard {
  /**
   * Types, a write at a time, with the pauses that the program needs. What is left is dropped once
   * another session has the id.
   */
  type(keystrokes: readonly Keystrokes[]): Promise<void>;
  /** Lets `ms` milliseconds pass. */
  pause(ms: number): Promise<void>;
}

/** Types prompts into sessions, a write at a time, with the pauses that their programs need. */
export class PromptTyping implements Disposable {
  private readonly store = new DisposableStore();
  /** What is still to be typed, by session: two prompts at once must not mix. */
  private readonly turns = new Map<string, Promise<void>>();

  constructor(
    private readonly sessions: Pick<SessionService, 'get' | 'write'>,
    private readonly clock: Clock,
  ) {}

  /** Types `keystrokes` at once, into whatever is being typed: for what cannot wait. */
  interject(sessionId: string, keystrokes: readonly Keystrokes[]): Promise<void> {
    return this.keyboardOf(sessionId).type(keystrokes);
  }

  /** Lets `act` have the session's keyboard for itself, once whoever has it already is done. */
  turn<T>(sessionId: string, act: (keyboard: Keyboard) => Promise<T>): Promise<T> {
    const before = this.turns.get(sessionId) ?? Promise.resolve();
    const now = before.then(() => act(this.keyboardOf(sessionId)));
    const ended = now.then(ignore, ignore);
    this.turns.set(sessionId, ended);
    return now.finally(() => {
      if (this.turns.get(sessionId) === ended) {
        this.turns.delete(sessionId);
      }
    });
  }

  dispose(): void {
    this.store.dispose();
  }

  /** The rest of a prompt is for the session that had its beginning, and for no other of the same id. */
  private keyboardOf(sessionId: string): Keyboard {
    const life = this.sessions.get(sessionId)?.life;
    const pause = (ms: number): Promise<void> => this.pause(ms);
    const type = async (keystrokes: readonly Keystrokes[]): Promise<void> => {
      for (const { data, waitMs } of keystrokes) {
        if (this.sessions.get(sessionId)?.life !== life) {
          return;
        }
        this.sessions.write(sessionId, data);
        await pause(waitMs);
      }
    };
    return { type, pause };
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

function ignore(): void {}
