import { delay, type Clock } from '../../base/clock';
import type { SessionService } from '../../pty/sessionService';

/** How long a program may take to show typed text, in milliseconds. */
const ECHO_LIMIT_MS = 3000;
const POLL_INTERVAL_MS = 100;

/** How many characters of a prompt the screen must show; a program may cut or fold a long one. */
const SEEN_CHARS = 16;

/**
 * Checks whether the screen shows a typed prompt. A dialog does not show typed text, and Enter would
 * answer it.
 */
export class PromptEcho {
  constructor(
    private readonly sessions: Pick<SessionService, 'has' | 'text'>,
    private readonly clock: Clock,
  ) {}

  /** False if the session is gone, or does not show the prompt within {@link ECHO_LIMIT_MS}. */
  async isShown(sessionId: string, prompt: string): Promise<boolean> {
    const expected = withoutBlanks(prompt).slice(0, SEEN_CHARS);
    const begin = this.clock.monotonic();
    while (this.sessions.has(sessionId)) {
      const shown = await this.sessions.text(sessionId);
      if (withoutBlanks(shown).includes(expected)) {
        return true;
      }
      if (this.clock.monotonic() - begin >= ECHO_LIMIT_MS) {
        return false;
      }
      await delay(this.clock, POLL_INTERVAL_MS);
    }
    return false;
  }
}

/** Without blanks and frames, which a program draws anywhere in a prompt. */
function withoutBlanks(text: string): string {
  return text.replace(/[\s│┃|]+/gu, '');
}
