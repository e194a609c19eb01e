import { SETTLED_MS } from '../../../src/agents/dialogs/answerTyping';
import type { SessionService } from '../../../src/pty/sessionService';
import { waitFor } from '../waitFor';

/** For a dialog whose rows no longer change. */
const SETTLE_LIMIT_MS = 30_000;

/**
 * Types keys into the session's dialog after its screen has not changed for {@link SETTLED_MS}: an
 * agent discards what arrives as it draws a dialog (Codex, the question whether to trust a folder).
 */
export async function typeIntoDialog(
  sessions: Pick<SessionService, 'text' | 'write'>,
  id: string,
  keys: string,
): Promise<void> {
  let shown = await sessions.text(id);
  let since = performance.now();
  await waitFor(
    async () => {
      const text = await sessions.text(id);
      if (text !== shown) {
        shown = text;
        since = performance.now();
      }
      return performance.now() - since >= SETTLED_MS;
    },
    { limitMs: SETTLE_LIMIT_MS, what: () => `an unchanged dialog of ${id}; it shows ${shown}` },
  );
  sessions.write(id, keys);
}
