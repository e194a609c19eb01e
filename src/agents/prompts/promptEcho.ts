import { delay, type Clock } from '../../base/clock';
import { withoutBlanks } from '../../base/text/withoutBlanks';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
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
    private readonly sessions: Pick<SessionService, 'has'> & SessionLookup<'text'>,
    private readonly clock: Clock,
  ) {}

  /**
   * To be called before the prompt is typed, since a dialog may have the same words. Resolves with a
   * function that waits until the screen shows the prompt once more often. Its result is false if the
   * session is gone, or does not show the prompt within {@link ECHO_LIMIT_MS}.
   */
  async watch(sessionId: string, prompt: string): Promise<() => Promise<boolean>> {
    const expected = withoutBlanks(prompt).slice(0, SEEN_CHARS);
    const before = await this.count(sessionId, expected);
    return () => this.until(sessionId, expected, before);
  }

  private async until(sessionId: string, expected: string, before: number): Promise<boolean> {
    const begin = this.clock.monotonic();
    while (this.sessions.has(sessionId)) {
      if ((await this.count(sessionId, expected)) > before) {
        return true;
      }
      if (this.clock.monotonic() - begin >= ECHO_LIMIT_MS) {
        return false;
      }
      await delay(this.clock, POLL_INTERVAL_MS);
    }
    return false;
  }

  private async count(sessionId: string, expected: string): Promise<number> {
    if (expected === '' || !this.sessions.has(sessionId)) {
      return 0;
    }
    const text = await requireSession(this.sessions, sessionId).text();
    return withoutBlanks(text).split(expected).length - 1;
  }
}
