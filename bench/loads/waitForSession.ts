import { requireSession, type SessionLookup } from '../../src/pty/sessionBackend';
import type { Attachment } from '../../src/pty/sessionService';

/** Attaches to a session. Resolves once the received output contains `text`. Has no time limit. */
export async function waitForSession(
  sessions: SessionLookup<'attach'>,
  id: string,
  text: string,
): Promise<Attachment> {
  let output = '';
  let handleFound = (): void => {};
  const found = new Promise<void>((fulfil) => (handleFound = fulfil));
  const onData = (data: string): void => {
    output += data;
    if (output.includes(text)) {
      handleFound();
    }
  };
  const attachment = await requireSession(sessions, id).attach({ onData, onExit() {} });
  await found;
  return attachment;
}
