import { NO_SCROLLBACK, type SessionHandle } from '../sessionService';
import type { Session } from './session';

/**
 * Wraps a session of this process in a handle, which calls it directly. `kill` ends the session.
 */
export function createLocalHandle(session: Session, kill: () => Promise<void>): SessionHandle {
  const { shown } = session;
  return {
    attach: (options) => session.attach(options),
    text: (options = NO_SCROLLBACK) => shown.text(options),
    colouredText: (options = NO_SCROLLBACK) => shown.colouredText(options),
    screen: () => shown.visible(),
    watchOutput: (listener) => session.onDidOutput(listener),
    write: (data) => session.write(typeof data === 'string' ? Buffer.from(data) : data),
    writeAfter: (output, data) => Promise.resolve(shown.writeAfter(output, Buffer.from(data))),
    resize: (dimensions) => session.resize(dimensions),
    relabel: (label) => session.relabel(label),
    signal: (signal) => session.signal(signal),
    kill,
  };
}
