import { CTRL_E, CTRL_U, type Keystrokes } from '../../providers/model/keys';
import type { SessionInfo, SessionService, VisibleScreen } from '../../pty/sessionService';
import { readDraft } from './draft';
import { PASTE } from './promptLook';
import type { Keyboard } from './promptTyping';

/** How long an agent may take to clear a row of its input, in milliseconds. */
const CLEARED_MS = 100;

/** The key clears a row or joins two, so that one of a prompt of some rows takes more. */
const MOST_PRESSES = 40;

/** Empties the inputs of agents of what no person has typed there. */
export class InputClearing {
  constructor(private readonly sessions: Pick<SessionService, 'get' | 'screen'>) {}

  /**
   * Leaves alone what cannot be read, and what somebody may have typed into since `session` was
   * looked at.
   * @returns whether the input holds nothing any more, as far as it can be read.
   */
  async clear({ id, life, lastInputAt }: SessionInfo, keyboard: Keyboard): Promise<boolean> {
    for (let presses = 0; ; presses++) {
      const now = this.sessions.get(id);
      if (!now || now.life !== life) {
        return true;
      }
      const keys = planClearing(await this.sessions.screen(id));
      if (keys.length === 0) {
        return true;
      }
      if (now.lastInputAt !== lastInputAt || presses >= MOST_PRESSES) {
        return false;
      }
      await keyboard.type(keys);
    }
  }

  /** Whether an input holds something, as far as it can be read. */
  async holdsText(id: string): Promise<boolean> {
    return planClearing(await this.sessions.screen(id)).length > 0;
  }
}

/** What clears a row of the input, none for one that holds nothing. */
function planClearing(screen: VisibleScreen): readonly Keystrokes[] {
  const draft = readDraft(screen);
  const clear = { data: CTRL_U, waitMs: CLEARED_MS };
  if (draft !== '') {
    return draft === undefined ? [] : [clear];
  }
  // What was put back may be behind the cursor, where other text is but a placeholder.
  const { rows, cursor } = screen;
  return PASTE.test(rows[cursor.row] ?? '') ? [{ data: CTRL_E, waitMs: CLEARED_MS }, clear] : [];
}
