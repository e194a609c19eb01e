import { SETTLED_MS } from '../../../src/agents/dialogs/answerTyping';
import { requireSession, type SessionLookup } from '../../../src/pty/sessionBackend';
import { waitFor } from '../waitFor';

/** For a dialog whose rows no longer change. */
const SETTLE_LIMIT_MS = 30_000;

/**
 * Types keys into the session's dialog after its screen has not changed for {@link SETTLED_MS}: an
 * agent discards what arrives as it draws a dialog (Codex, the question whether to trust a folder).
 */
export async function typeIntoDialog(
  sessions: SessionLookup<'text' | 'write'>,
  id: string,
  keys: string,
): Promise<void> {
  let shown = await requireSession(sessions, id).text();
  let since = performance.now();
  await waitFor(
    async () => {
      const text = await requireSession(sessions, id).text();
      if (text !== shown) {
        shown = text;
        since = performance.now();
      }
      return performance.now() - since >= SETTLED_MS;
    },
    { limitMs: SETTLE_LIMIT_MS, what: () => `an unchanged dialog of ${id}; it shows ${shown}` },
  );
  sessions.find(id)?.write(keys);
}
