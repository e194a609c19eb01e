import { delay, type Clock } from '../../base/clock';
import type { SessionService } from '../../pty/sessionService';
import { readDraft } from './draft';

/** How long after a key somebody is taken to be typing on, in milliseconds. */
export const TYPING_MS = 2000;

/** How long is waited for somebody who types, at most. */
export const TYPING_LIMIT_MS = 10_000;

const LOOK_EVERY_MS = 100;

/** Keeps what we type apart from what a person types into the same terminal. */
export class PersonTyping {
  constructor(
    private readonly sessions: Pick<SessionService, 'get' | 'screen'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Waits until nobody has pressed a key there for {@link TYPING_MS} and, with `input`, the agent's
   * input holds nothing that a person has begun. Resolves at once where the session is gone.
   * @returns false if that was not so within {@link TYPING_LIMIT_MS}.
   */
  async untilQuiet(sessionId: string, what: 'keys' | 'input'): Promise<boolean> {
    const begin = this.clock.monotonic();
    while (await this.isTyping(sessionId, what)) {
      if (this.clock.monotonic() - begin >= TYPING_LIMIT_MS) {
        return false;
      }
      await delay(this.clock, LOOK_EVERY_MS);
    }
    return true;
  }

  private async isTyping(sessionId: string, what: 'keys' | 'input'): Promise<boolean> {
    const session = this.sessions.get(sessionId);
    const lastInputAt = session?.lastInputAt ?? null;
    if (lastInputAt === null) {
      return false;
    }
    if (this.clock.now() - lastInputAt < TYPING_MS) {
      return true;
    }
    return what === 'input' && Boolean(readDraft(await this.sessions.screen(sessionId)));
  }
}
