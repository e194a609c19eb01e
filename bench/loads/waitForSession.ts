import { requireSession, type SessionLookup } from '../../src/pty/sessionBackend';
import type { Attachment } from '../../src/pty/sessionService';

/** Attaches to a session; resolves as soon as what it gets holds `text`. */
export async function waitForSession(
  sessions: SessionLookup<'attach'>,
  id: string,
  text: string,
): Promise<Attachment> {
  let seen = '';
  let settle = (): void => {};
  const holds = new Promise<void>((fulfil) => (settle = fulfil));
  const onData = (data: string): void => {
    seen += data;
    if (seen.includes(text)) {
      settle();
    }
  };
  const attachment = await requireSession(sessions, id).attach({ onData, onExit() {} });
  await holds;
  return attachment;
}
