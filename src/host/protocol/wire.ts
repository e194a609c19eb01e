import type { SessionInfo } from '../../pty/sessionService';
import type { OnWire, Welcome, WireSession, WireWelcome } from './calls';
import type { HostMessage } from './messages';

/*
 * The messages of a host as they are sent. Protocol 1 names a session's `generation` `life`, and its
 * `notices` `remarks`; hosts of earlier versions send these names, and their windows read them. This file
 * converts both ways. The only other uses of the names are the types in `calls.ts` and the client's checks of incoming messages.
 */

export function toWireSession({ notices, ...session }: SessionInfo): WireSession {
  return { ...toWire(session), remarks: notices };
}

export function fromWireSession({ life, remarks, ...session }: WireSession): SessionInfo {
  return { ...session, generation: life, notices: remarks };
}

export function toWireWelcome(welcome: Welcome): WireWelcome {
  return { ...welcome, sessions: welcome.sessions.map(toWireSession) };
}

export function fromWireWelcome(welcome: WireWelcome): Welcome {
  return { ...welcome, sessions: welcome.sessions.map(fromWireSession) };
}

export function toWireMessage(note: HostMessage) {
  switch (note.note) {
    case 'event':
      return { ...note, event: { ...note.event, session: toWireSession(note.event.session) } };
    case 'exit':
      return { ...note, session: toWireSession(note.session) };
    case 'signal':
      return { ...note, signal: toWire(note.signal) };
    case 'touched':
      return { ...note, sessions: note.sessions.map((session) => toWire(session)) };
    case 'redrawn':
    case 'gap':
    case 'typed':
      return note;
  }
}

export type WireMessage = ReturnType<typeof toWireMessage>;

export function fromWireMessage(note: WireMessage): HostMessage {
  switch (note.note) {
    case 'event':
      return { ...note, event: { ...note.event, session: fromWireSession(note.event.session) } };
    case 'exit':
      return { ...note, session: fromWireSession(note.session) };
    case 'signal': {
      const { life, ...signal } = note.signal;
      return { ...note, signal: { ...signal, generation: life } };
    }
    case 'touched':
      return {
        ...note,
        sessions: note.sessions.map(({ life, ...touched }) => ({ ...touched, generation: life })),
      };
    case 'redrawn':
    case 'gap':
    case 'typed':
      return note;
  }
}

function toWire<T extends { readonly generation: number }>({ generation, ...rest }: T): OnWire<T> {
  return { ...rest, life: generation };
}
