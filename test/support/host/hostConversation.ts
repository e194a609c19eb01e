import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  ATTACH,
  CREATE,
  HELLO,
  KILL,
  PROTOCOL_VERSION,
  REPORT,
  STOP,
  TEXT,
  type AttachCall,
  type HostReport,
  type WireWelcome,
} from '../../../src/host/protocol/calls';
import type { Frame, FrameKind } from '../../../src/host/protocol/frame';
import type { ClientMessage, HostMessage } from '../../../src/host/protocol/messages';
import { Peer } from '../../../src/host/protocol/peer';
import type { ProgramSpec } from '../../../src/pty/ptyProcess';
import type { SessionInfo, SessionSpec } from '../../../src/pty/sessionService';
import { SESSION_MARKER_VARIABLE } from '../../../src/pty/shell/environment';
import { programSpec } from '../pty/realPty';
import { specOf } from '../pty/useSessionManager';
import { waitFor } from '../waitFor';

const LIMIT_MS = 20_000;

/** The received data of one stream. */
export interface SeenStream {
  text: string;
  /** The number of bytes that are not part of a drawing. */
  bytes: number;
  drawings: number;
  gaps: number;
  lastSeq: number;
  /** Whether a sequence number was missing or repeated. */
  isBroken: boolean;
  exit: SessionInfo | undefined;
}

/** One connection to a session host, as of a client without a mirror. */
export class HostConversation {
  private readonly peer: Peer;
  private readonly streams = new Map<number, SeenStream>();
  private seq = 0;
  readonly notes: HostMessage[] = [];
  closed = false;
  /** Whether it acknowledges received data to the host. */
  acknowledges = true;

  constructor(readonly socket: Socket) {
    this.peer = new Peer(socket);
    this.peer.onDidClose(() => (this.closed = true));
    this.peer.onDidReceive((frame) => this.receive(frame));
    this.peer.listen();
  }

  readonly hello = (
    { token }: { readonly token: string },
    client = 'window',
    protocol = PROTOCOL_VERSION,
  ): Promise<WireWelcome> =>
    this.peer.calls.sendRequest(HELLO, {
      ...{ token, protocol, client, version: '1.2.3', pid: process.pid },
    });

  readonly create = (id: string, program: ProgramSpec, change: Partial<SessionSpec> = {}) =>
    this.peer.calls.sendRequest(CREATE, specOf(id, { afterExit: 'keep', ...change, program }));

  /** Starts a script with `/bin/sh`, with a marker of its own like every session of a window. */
  readonly sh = (id: string, script: string, change: Partial<SessionSpec> = {}) => {
    const program = programSpec('/bin/sh', ['-c', script]);
    const env = { ...program.env, [SESSION_MARKER_VARIABLE]: randomUUID() };
    return this.create(id, { ...program, env }, change);
  };

  readonly attach = async (id: string, stream: number, rest: Partial<AttachCall> = {}) => {
    const seen = this.seenOf(stream);
    await this.peer.calls.sendRequest(ATTACH, { id, stream, ...rest });
    return seen;
  };

  readonly text = (id: string): Promise<string> =>
    this.peer.calls.sendRequest(TEXT, { id, scrollback: 1000 });

  readonly kill = (id: string) => this.peer.calls.sendRequest(KILL, { id });

  readonly report = (): Promise<HostReport> => this.peer.calls.sendRequest(REPORT);

  readonly stop = () => this.peer.calls.sendRequest(STOP);

  readonly call = (method: string, params: object): Promise<unknown> =>
    this.peer.calls.sendRequest(method, params);

  /** Types in a viewer, with the next sequence number or a given one. */
  readonly type = (stream: number, text: string, seq = ++this.seq): void => {
    this.seq = seq;
    this.peer.send({ kind: 'typedText', stream, seq, content: Buffer.from(text) });
  };

  readonly send = (kind: FrameKind, content: string): void =>
    this.peer.send({ kind, stream: 0, seq: 0, content: Buffer.from(content) });

  readonly note = (note: ClientMessage): void => this.peer.sendMessage(note);

  readonly seenOf = (stream: number): SeenStream => {
    const seen = this.streams.get(stream) ?? {
      ...{ text: '', bytes: 0, drawings: 0, gaps: 0, lastSeq: 0 },
      isBroken: false,
      exit: undefined,
    };
    this.streams.set(stream, seen);
    return seen;
  };

  readonly shows = (stream: number, words: string): Promise<void> =>
    waitFor(() => this.seenOf(stream).text.includes(words), {
      limitMs: LIMIT_MS,
      what: () => `${words} in ${JSON.stringify(this.seenOf(stream).text.slice(-500))}`,
    });

  readonly isClosed = (): Promise<void> =>
    waitFor(() => this.closed, { limitMs: LIMIT_MS, what: 'the end of the connection' });

  dispose(): void {
    this.peer.dispose();
  }

  private receive(frame: Frame): void {
    if (frame.kind === 'note') {
      // The other end is ours, and separate tests check what it sends.
      this.handleMessage(JSON.parse(Buffer.from(frame.content).toString()) as HostMessage);
      return;
    }
    const { stream, seq, kind, content } = frame;
    const seen = this.seenOf(stream);
    seen.isBroken ||= seq !== seen.lastSeq + 1;
    seen.lastSeq = seq;
    seen.drawings += kind === 'drawing' ? 1 : 0;
    seen.bytes += kind === 'drawing' ? 0 : content.length;
    seen.text = (seen.text + Buffer.from(content).toString()).slice(-100_000);
    if (this.acknowledges) {
      this.note({ note: 'credit', stream, bytes: content.length });
    }
  }

  private handleMessage(note: HostMessage): void {
    this.notes.push(note);
    if (note.note === 'gap') {
      this.seenOf(note.stream).gaps++;
    } else if (note.note === 'exit') {
      this.seenOf(note.stream).exit = note.session;
    }
  }
}
