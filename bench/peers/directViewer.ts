import { Emitter } from '../../src/base/event';
import type { SessionService } from '../../src/pty/sessionService';
import type { Echo } from '../loads/typeKeys';
import { waitForWords } from '../loads/viewedFlood';

/** Attaches to a session of this process. Resolves once its output contains `words`. `end` detaches. */
export async function openDirectViewer(
  sessions: SessionService,
  sessionId: string,
  words: string,
): Promise<Echo> {
  const output = new Emitter<string>();
  const found = waitForWords(output.event, words);
  const attachment = await sessions.attach(sessionId, {
    isTerminal: false,
    onData: (data) => output.fire(data),
    onExit() {},
  });
  await found;
  return {
    onOutput: output.event,
    write: (key) => attachment.write(key),
    end: () => attachment.dispose(),
  };
}
