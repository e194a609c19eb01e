import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  CREATE,
  HELLO,
  KILL,
  PROTOCOL_VERSION,
  REPORT,
  STOP,
  TEXT,
  type Call,
  type HostReport,
  type Welcome,
} from '../../../src/host/protocol/calls';
import type { Frame, FrameKind } from '../../../src/host/protocol/frame';
import type {
  AttachMessage,
  ClientMessage,
  HostMessage,
} from '../../../src/host/protocol/messages';
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
  exit: SessionInfo | undefined;
}

/** One connection to a session host, as of a client without a mirror. */
export class HostConversation {
  private readonly peer: Peer;
  private readonly streams = new Map<number, SeenStream>();
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
    protocol = PROTOCOL_VERSION,
  ): Promise<Welcome> => this.ask(HELLO, { token, protocol, version: '1.2.3', pid: process.pid });

  readonly create = (id: string, program: ProgramSpec, change: Partial<SessionSpec> = {}) =>
    this.ask(CREATE, specOf(id, { afterExit: 'keep', ...change, program }));

  /** Starts a script with `/bin/sh`, with a marker of its own like every session of a window. */
  readonly sh = (id: string, script: string, change: Partial<SessionSpec> = {}) => {
    const program = programSpec('/bin/sh', ['-c', script]);
    const env = { ...program.env, [SESSION_MARKER_VARIABLE]: randomUUID() };
    return this.create(id, { ...program, env }, change);
  };

  /** Attaches a viewer, and waits until the host has answered. */
  readonly attach = async (id: string, stream: number, rest: Partial<AttachMessage> = {}) => {
    const seen = this.seenOf(stream);
    this.note({ note: 'attach', id, stream, ...rest });
    await waitFor(() => this.answerTo(stream) !== undefined || this.closed, {
      limitMs: LIMIT_MS,
      what: `the answer to the attach of stream ${stream}`,
    });
    const answer = this.answerTo(stream);
    if (answer?.note === 'refused') {
      throw Object.assign(new Error(answer.message), { data: { code: answer.code } });
    }
    return seen;
  };

  readonly text = (id: string): Promise<string> => this.ask(TEXT, { id, scrollback: 1000 });

  readonly kill = (id: string) => this.ask(KILL, { id });

  readonly report = (): Promise<HostReport> => this.ask(REPORT, {});

  readonly stop = () => this.ask(STOP, {});

  readonly call = (method: string, params: object): Promise<unknown> =>
    this.peer.calls.sendRequest(method, params);

  /** Types in a viewer. */
  readonly type = (stream: number, text: string): void =>
    this.peer.send({ kind: 'typedText', stream, content: Buffer.from(text) });

  readonly send = (kind: FrameKind, content: string): void =>
    this.peer.send({ kind, stream: 0, content: Buffer.from(content) });

  readonly note = (note: ClientMessage): void => this.peer.sendMessage(note);

  readonly seenOf = (stream: number): SeenStream => {
    const seen = this.streams.get(stream) ?? {
      ...{ text: '', bytes: 0, drawings: 0, exit: undefined },
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

  private ask<P, R>({ method }: Call<P, R>, params: P): Promise<R> {
    return this.peer.calls.sendRequest<R>(method, params);
  }

  /** The last answer of the host to an attach of that stream. */
  private answerTo(stream: number) {
    return this.notes.findLast(
      (note) => (note.note === 'attached' || note.note === 'refused') && note.stream === stream,
    );
  }

  private receive(frame: Frame): void {
    if (frame.kind === 'note') {
      // The other end is ours, and separate tests check what it sends.
      this.handleMessage(JSON.parse(Buffer.from(frame.content).toString()) as HostMessage);
      return;
    }
    const { stream, kind, content } = frame;
    const seen = this.seenOf(stream);
    const isOutput = kind === 'output';
    seen.drawings += isOutput ? 0 : 1;
    seen.bytes += isOutput ? content.length : 0;
    seen.text = (seen.text + Buffer.from(content).toString()).slice(-100_000);
    if (this.acknowledges) {
      this.note({ note: 'acknowledge', stream, bytes: content.length });
    }
  }

  private handleMessage(note: HostMessage): void {
    this.notes.push(note);
    if (note.note === 'exit') {
      this.seenOf(note.stream).exit = note.session;
    }
  }
}
