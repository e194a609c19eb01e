import type { Attachment, SessionService } from '../../src/pty/sessionService';

/** Attaches to a session; resolves as soon as what it gets holds `text`. */
export async function waitForSession(
  sessions: SessionService,
  id: string,
  text: string,
): Promise<Attachment> {
  let seen = '';
  let tell = (): void => {};
  const holds = new Promise<void>((fulfil) => (tell = fulfil));
  const onData = (data: string): void => {
    seen += data;
    if (seen.includes(text)) {
      tell();
    }
  };
  const attachment = await sessions.attach(id, { onData, onExit() {} });
  await holds;
  return attachment;
}
