import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { SessionBackend } from '../../pty/sessionBackend';
import type { SessionEvent, SessionInfo, SessionSpec } from '../../pty/sessionService';
import type { Hello, HostIdentity, HostLimits } from '../protocol/calls';
import type { Frame, FrameKind } from '../protocol/frame';
import {
  parseClientMessage,
  type AttachMessage,
  type ClientMessage,
  type HostMessage,
} from '../protocol/messages';
import type { Peer } from '../protocol/peer';
import type { Touched } from '../protocol/sessionSchemas';
import { CLIENT_BUSY_BYTES, CLIENT_MESSAGE_BYTES } from './limits';
import type { SessionTouches } from './sessionTouches';
import { ViewerStream, type StreamClient } from './viewerStream';
import { WatchStream } from './watchStream';

/** What the clients of a session host use. */
export interface ServedHost {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly identity: HostIdentity;
  /** The secret that authenticates a client. */
  readonly token: string;
  readonly sessions: Omit<SessionBackend, 'create' | 'requireRoom' | 'shutdown'>;
  readonly touches: SessionTouches;
  /** @throws {SessionError} what `SessionService.create` throws; `ILLEGAL_STATE` once another host has replaced this one. */
  create(spec: SessionSpec): Promise<SessionInfo>;
  setLimits(limits: HostLimits): void;
  /** Ends the sessions, then the host; settles when the sessions have ended. */
  stop(): Promise<void>;
}

type SessionMessage = Extract<ClientMessage, { note: 'input' | 'resize' | 'relabel' | 'signal' }>;

/** One accepted client: its viewers and watches, and the messages that it receives. */
export class ServedClient implements StreamClient, Disposable {
  private readonly store = new DisposableStore();
  private readonly viewers = new Map<number, ViewerStream>();
  private readonly watches = new Map<number, WatchStream>();
  /** The bytes of messages that were sent since the client last had read everything. */
  private messageBytes = 0;
  private hasMissedTouches = false;
  readonly clock;

  constructor(
    private readonly peer: Peer,
    private readonly hello: Hello,
    private readonly host: ServedHost,
  ) {
    const { clock, sessions, touches } = host;
    this.clock = clock;
    this.store.add(sessions.onDidChange((event) => this.handleEvent(event)));
    this.store.add(
      sessions.onDidSignal((signal) => {
        this.flush(signal.id);
        this.sendMessage({ note: 'signal', signal });
      }),
    );
    this.store.add(touches.onDidTouch((touched) => this.handleTouched(touched)));
  }

  /**
   * Processes a frame that is not a call. @throws for a frame that violates the protocol; the
   * connection must then be closed.
   */
  receive({ kind, stream, content }: Frame): void {
    switch (kind) {
      case 'note':
        this.handleMessage(parseClientMessage(content));
        break;
      case 'typedText':
        this.type(stream, Buffer.from(content).toString());
        break;
      case 'typedBytes':
        // A copy: the content shares memory with the socket's chunk, which a queue would keep.
        this.type(stream, Buffer.from(content));
        break;
      case 'rpc':
      case 'output':
      case 'drawing':
      case 'redrawn':
        throw new SessionError('BAD_REQUEST', `A client must not send frames of kind ${kind}.`);
    }
  }

  get waiting(): number {
    return this.peer.waiting;
  }

  /** The client has read everything that was sent. */
  handleDrain(): void {
    this.messageBytes = 0;
    // Those with little to send first, so that they do not wait for floods.
    [...this.viewers.values()]
      .sort((one, other) => one.heldBytes - other.heldBytes)
      .forEach((viewer) => viewer.handleRead());
    if (this.hasMissedTouches) {
      this.hasMissedTouches = false;
      this.sendMessage({ note: 'touched', sessions: [...this.host.touches.all()] });
    }
  }

  send(kind: FrameKind, stream: number, content: Uint8Array): void {
    this.peer.send({ kind, stream, content });
  }

  sendMessage(note: HostMessage): void {
    const before = this.peer.waiting;
    this.peer.sendMessage(note);
    const after = this.peer.waiting;
    // Not more than waits: the rest was read.
    this.messageBytes = Math.min(after, this.messageBytes + Math.max(0, after - before));
    if (this.messageBytes > CLIENT_MESSAGE_BYTES) {
      this.peer.close(new Error(`it has not read ${this.messageBytes} bytes of messages`));
    }
  }

  dispose(): void {
    this.store.dispose();
    [...this.viewers.values(), ...this.watches.values()].forEach((stream) => stream.dispose());
    this.viewers.clear();
    this.watches.clear();
  }

  private type(stream: number, data: string | Uint8Array): void {
    const viewer = this.viewers.get(stream);
    if (viewer) {
      if (!viewer.type(data)) {
        // It is being attached again. Its keys keep their order with the session's other input.
        this.host.sessions.find(viewer.sessionId)?.write(data);
      }
      this.host.touches.mark(viewer.sessionId);
    }
  }

  private handleMessage(note: ClientMessage | undefined): void {
    switch (note?.note) {
      case undefined:
        break;
      case 'limits':
        this.host.setLimits(note.limits);
        break;
      case 'attach':
        void this.attach(note);
        break;
      case 'detach':
        this.detach(note.stream);
        break;
      case 'resizeViewer':
        this.viewers.get(note.stream)?.resize(note.dimensions);
        break;
      case 'fallBehind':
        this.viewers.get(note.stream)?.fallBehind();
        break;
      case 'redraw':
        this.viewers.get(note.stream)?.redraw(note.scope);
        break;
      case 'acknowledge':
        (this.viewers.get(note.stream) ?? this.watches.get(note.stream))?.acknowledge(note.bytes);
        break;
      case 'watch':
        this.watch(note.id, note.stream);
        break;
      case 'unwatch':
        this.unwatch(note.stream);
        break;
      case 'input':
      case 'resize':
      case 'relabel':
      case 'signal':
        this.handleSessionMessage(note);
        break;
    }
  }

  private handleSessionMessage(note: SessionMessage): void {
    const session = this.host.sessions.find(note.id);
    switch (note.note) {
      case 'input':
        session?.write(Buffer.from(note.base64, 'base64'));
        break;
      case 'resize':
        session?.resize(note.dimensions);
        break;
      case 'relabel':
        session?.relabel(note.label);
        break;
      case 'signal':
        session?.signal(note.signal);
        break;
    }
  }

  private async attach(call: AttachMessage): Promise<void> {
    const { stream } = call;
    this.detach(stream);
    const viewer = new ViewerStream(call, this);
    this.viewers.set(stream, viewer);
    try {
      await viewer.attach(this.host.sessions);
      this.sendMessage({ note: 'attached', stream });
    } catch (error) {
      const code = SessionError.is(error) ? error.code : '';
      this.sendMessage({ note: 'refused', stream, code, message: toMessage(error) });
      if (this.viewers.get(stream) === viewer) {
        this.detach(stream);
      }
    }
  }

  private detach(stream: number): void {
    this.viewers.get(stream)?.dispose();
    this.viewers.delete(stream);
  }

  private watch(id: string, stream: number): void {
    this.unwatch(stream);
    const watch = new WatchStream(id, stream, this, () =>
      this.host.logger.warn(
        `Window ${this.hello.pid} does not read the output of ${id} fast enough. Some output was dropped.`,
      ),
    );
    this.watches.set(stream, watch);
    watch.start(this.host.sessions);
  }

  private unwatch(stream: number): void {
    this.watches.get(stream)?.dispose();
    this.watches.delete(stream);
  }

  /** Sends an event after the session's earlier output. */
  private handleEvent(event: SessionEvent): void {
    const { id } = event.session;
    this.flush(id);
    this.sendMessage({ note: 'event', event });
    if (event.type === 'removed') {
      [...this.viewers.values()]
        .filter((viewer) => viewer.sessionId === id)
        .forEach((viewer) => viewer.handleRemoved());
    }
  }

  private flush(id: string): void {
    [...this.viewers.values(), ...this.watches.values()]
      .filter(({ sessionId }) => sessionId === id)
      .forEach((stream) => stream.flush());
  }

  private handleTouched(touched: readonly Touched[]): void {
    if (this.peer.waiting > CLIENT_BUSY_BYTES) {
      this.hasMissedTouches = true;
    } else {
      this.sendMessage({ note: 'touched', sessions: [...touched] });
    }
  }
}
