import { delay, type Clock } from '../../base/clock';
import type { SessionService } from '../../pty/sessionService';

/** How long a program may take to show what was typed into it, in milliseconds. */
const ECHO_LIMIT_MS = 3000;
const LOOK_EVERY_MS = 100;

/** How much of a prompt has to be seen; a program may cut or fold a long one. */
const SEEN_CHARS = 16;

/**
 * Sees whether a prompt that was typed stands on the screen. A dialog does not show what is
 * typed into it, and would take the Enter after it for its own.
 */
export class PromptEcho {
  constructor(
    private readonly sessions: Pick<SessionService, 'has' | 'text'>,
    private readonly clock: Clock,
  ) {}

  /** False where the session is gone, or shows nothing of the prompt within {@link ECHO_LIMIT_MS}. */
  async isShown(sessionId: string, prompt: string): Promise<boolean> {
    const wanted = withoutBlanks(prompt).slice(0, SEEN_CHARS);
    const begin = this.clock.monotonic();
    while (this.sessions.has(sessionId)) {
      const shown = await this.sessions.text(sessionId);
      if (withoutBlanks(shown).includes(wanted)) {
        return true;
      }
      if (this.clock.monotonic() - begin >= ECHO_LIMIT_MS) {
        return false;
      }
      await delay(this.clock, LOOK_EVERY_MS);
    }
    return false;
  }
}

/** Rows end and frames begin anywhere in a prompt as a program draws it. */
function withoutBlanks(text: string): string {
  return text.replace(/[\s│┃|]+/gu, '');
}
