import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Keystrokes } from '../../providers/model/keys';
import type { SessionLookup } from '../../pty/sessionBackend';
import type { SessionService } from '../../pty/sessionService';

/** Exclusive access to a session's input. */
export interface Keyboard {
  /**
   * Types one write at a time, with the pauses that the program needs. Drops the rest if another
   * session gets the id.
   */
  type(keystrokes: readonly Keystrokes[]): Promise<void>;
  /**
   * Types `data` unless the program has written since the screen for which it is meant: `output` is
   * its number. Returns false if it has. Drops `data`, and returns true, if another session has the id.
   */
  typeAfter(output: number | undefined, data: string): Promise<boolean>;
  pause(ms: number): Promise<void>;
}

/** Queues keystrokes by session, so that two prompts at once do not mix. */
export class PromptTyping implements Disposable {
  private readonly store = new DisposableStore();
  private readonly queues = new Map<string, Promise<void>>();

  constructor(
    private readonly sessions: Pick<SessionService, 'get'> & SessionLookup<'write' | 'writeAfter'>,
    private readonly clock: Clock,
  ) {}

  /** Types `keystrokes` at once, ahead of the queue, as an interrupt needs it. */
  typeNow(sessionId: string, keystrokes: readonly Keystrokes[]): Promise<void> {
    return this.keyboardOf(sessionId).type(keystrokes);
  }

  /** Runs `act` with the session's keyboard after all that is queued for the session. */
  withKeyboard<T>(sessionId: string, act: (keyboard: Keyboard) => Promise<T>): Promise<T> {
    const before = this.queues.get(sessionId) ?? Promise.resolve();
    const now = before.then(() => act(this.keyboardOf(sessionId)));
    const ended = now.then(ignore, ignore);
    this.queues.set(sessionId, ended);
    return now.finally(() => {
      if (this.queues.get(sessionId) === ended) {
        this.queues.delete(sessionId);
      }
    });
  }

  dispose(): void {
    this.store.dispose();
  }

  /** A keyboard for the session that has the id now, not for a later session with the same id. */
  private keyboardOf(sessionId: string): Keyboard {
    const generation = this.sessions.get(sessionId)?.generation;
    const isSame = (): boolean => this.sessions.get(sessionId)?.generation === generation;
    const pause = (ms: number): Promise<void> => this.pause(ms);
    const type = async (keystrokes: readonly Keystrokes[]): Promise<void> => {
      for (const { data, waitMs } of keystrokes) {
        if (!isSame()) {
          return;
        }
        this.sessions.find(sessionId)?.write(data);
        await pause(waitMs);
      }
    };
    const typeAfter = async (output: number | undefined, data: string): Promise<boolean> => {
      if (output !== undefined && isSame()) {
        return (await this.sessions.find(sessionId)?.writeAfter(output, data)) ?? false;
      }
      await type([{ data, waitMs: 0 }]);
      return true;
    };
    return { type, typeAfter, pause };
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
