import { CTRL_E, CTRL_U, type Keystrokes } from '../../providers/model/keys';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { SessionInfo, SessionService, VisibleScreen } from '../../pty/sessionService';
import { readDraft } from './draft';
import { showsPrompt } from './promptMatch';
import type { Keyboard } from './promptTyping';

/** How long an agent may take to clear a row of its input, in milliseconds. */
const CLEARED_MS = 100;

/** The most presses of the key. One press clears a row or joins two, so a long prompt needs many. */
const MAX_PRESSES = 40;

export class InputClearing {
  constructor(private readonly sessions: Pick<SessionService, 'get'> & SessionLookup<'screen'>) {}

  /**
   * Clears the input. Leaves an input that cannot be read, and one in which a person may have typed
   * since `session` was read.
   * @param prompt what was typed: the cursor may be before it.
   * @returns whether the input is empty, cannot be read, or its session is gone.
   */
  async clear(
    { id, generation, lastInputAt }: SessionInfo,
    keyboard: Keyboard,
    prompt = '',
  ): Promise<boolean> {
    for (let presses = 0; ; presses++) {
      const now = this.sessions.get(id);
      if (!now || now.generation !== generation) {
        return true;
      }
      const keys = planClearing(await requireSession(this.sessions, id).screen(), prompt);
      if (keys.length === 0) {
        return true;
      }
      if (now.lastInputAt !== lastInputAt || presses >= MAX_PRESSES) {
        return false;
      }
      await keyboard.type(keys);
    }
  }
}

function planClearing(screen: VisibleScreen, prompt: string): readonly Keystrokes[] {
  const draft = readDraft(screen);
  const clear = { data: CTRL_U, waitMs: CLEARED_MS };
  if (draft !== '') {
    return draft === undefined ? [] : [clear];
  }
  // A paste that an interrupt restored, and a prompt that was refused, may be after the cursor. Other
  // text there is a placeholder.
  const { rows, cursor } = screen;
  const isAfter = showsPrompt(rows[cursor.row] ?? '', prompt);
  return isAfter ? [{ data: CTRL_E, waitMs: CLEARED_MS }, clear] : [];
}
