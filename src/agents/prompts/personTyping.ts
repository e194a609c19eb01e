import { delay, type Clock } from '../../base/clock';
import type { SessionLookup } from '../../pty/sessionBackend';
import type { SessionService } from '../../pty/sessionService';
import { holdsText } from './typedText';

/** How long after a key a person counts as typing, in milliseconds. */
const TYPING_MS = 2000;

/** How long to wait for a person who is typing, in milliseconds. */
const TYPING_LIMIT_MS = 10_000;

const POLL_INTERVAL_MS = 100;

/** Keeps typed prompts and answers apart from what a person types into the same terminal. */
export class PersonTyping {
  constructor(
    private readonly sessions: Pick<SessionService, 'get'> &
      SessionLookup<'colouredText' | 'screen'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Waits until no person has pressed a key in the session for {@link TYPING_MS} and, with `input`,
   * the agent's input is empty. Resolves at once if no person has typed, or the session is gone.
   * @returns false if that does not happen within {@link TYPING_LIMIT_MS}.
   */
  async untilQuiet(sessionId: string, what: 'keys' | 'input'): Promise<boolean> {
    const begin = this.clock.monotonic();
    while (await this.isTyping(sessionId, what)) {
      if (this.clock.monotonic() - begin >= TYPING_LIMIT_MS) {
        return false;
      }
      await delay(this.clock, POLL_INTERVAL_MS);
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
    return what === 'input' && (await holdsText(this.sessions, sessionId));
  }
}
