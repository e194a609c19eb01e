import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
import type { SessionBackend } from '../../pty/sessionBackend';
import type { SessionEvent } from '../../pty/sessionService';
import type { AttachCall, Hello, HostLimits } from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import type { ClientMessage, HostMessage, Touched } from '../protocol/messages';
import type { Peer } from '../protocol/peer';
import { toWireMessage } from '../protocol/wire';
import { ClientBudget } from './clientBudget';
import {
  CLIENT_BUSY_BYTES,
  CLIENT_MESSAGE_BYTES,
  MAX_DETACHED_EARLY,
  ACKNOWLEDGE_TYPED_AFTER_MS,
} from './limits';
import { parseClientMessage } from './schemas';
import type { SessionTouches } from './sessionTouches';
import type { InputDeduplicator } from './inputDeduplicator';
import type { StreamDeps } from './streamSink';
import { ViewerStream } from './viewerStream';
import { WatchStream } from './watchStream';

export interface ServedClientDeps {
  readonly sessions: Omit<SessionBackend, 'requireRoom'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly typed: InputDeduplicator;
  readonly touches: SessionTouches;
  setLimits(limits: HostLimits): void;
}

/** One accepted client: its viewers and watches, and the messages that it receives. */
export class ServedClient implements Disposable {
  private readonly store = new DisposableStore();
  private readonly viewers = new Map<number, ViewerStream>();
  private readonly watches = new Map<number, WatchStream>();
  /** Streams that were detached before their attach call arrived: messages may overtake calls. */
  private readonly detachedEarly = new Set<number>();
  private readonly budget: ClientBudget;
  private readonly typedTimer: Timer;
  /** The bytes of messages that were sent since the client last had read everything. */
  private messageBytes = 0;
  private hasMissedTouches = false;

  constructor(
    private readonly peer: Peer,
    private readonly hello: Hello,
    private readonly deps: ServedClientDeps,
  ) {
    const { sessions, touches } = deps;
    this.budget = new ClientBudget(peer);
    this.typedTimer = this.store.add(new Timer(deps.clock));
    this.store.add(sessions.onDidChange((event) => this.handleEvent(event)));
    this.store.add(
      sessions.onDidSignal((signal) => {
        this.flush(signal.id);
        this.sendMessage({ note: 'signal', signal });
      }),
    );
    this.store.add(touches.onDidTouch((touched) => this.handleTouched(touched)));
  }

  /** Settles once the first drawing has been sent. */
  async attach(call: AttachCall): Promise<null> {
    if (this.viewers.has(call.stream)) {
      throw new SessionError(
        'BAD_REQUEST',
        `Stream ${call.stream} already belongs to a viewer. Use another number.`,
      );
    }
    if (this.detachedEarly.delete(call.stream)) {
      throw new SessionError(
        'DETACHED',
        `Stream ${call.stream} was detached before it was attached.`,
      );
    }
    const viewer = new ViewerStream(call, this.streamDeps());
    this.viewers.set(call.stream, viewer);
    try {
      await viewer.attach(this.deps.sessions);
      return null;
    } catch (error) {
      this.detach(call.stream);
      throw error;
    }
  }

  /**
   * Processes a frame that is not a call. @throws for a frame that violates the protocol; the
   * connection must then be closed.
   */
  receive(frame: Frame): void {
    switch (frame.kind) {
      case 'note':
        this.handleMessage(parseClientMessage(frame.content));
        break;
      case 'typedText':
      case 'typedBytes':
        this.handleTyped(frame);
        break;
      case 'rpc':
      case 'output':
      case 'drawing':
      case 'watched':
        throw new SessionError(
          'BAD_REQUEST',
          `A client must not send frames of kind ${frame.kind}.`,
        );
    }
  }

  /** The client has read everything that was sent. */
  handleDrain(): void {
    this.messageBytes = 0;
    this.budget.handleRead();
    if (this.hasMissedTouches) {
      this.hasMissedTouches = false;
      this.sendMessage({ note: 'touched', sessions: this.deps.touches.all() });
    }
  }

  dispose(): void {
    this.store.dispose();
    [...this.viewers.values(), ...this.watches.values()].forEach((stream) => stream.dispose());
    this.viewers.clear();
    this.watches.clear();
  }

  private handleMessage(note: ClientMessage | undefined): void {
    switch (note?.note) {
      case undefined:
        break;
      case 'limits':
        this.deps.setLimits(note.limits);
        break;
      case 'detach':
        this.handleDetach(note.stream);
        break;
      case 'resizeViewer':
        this.viewers.get(note.stream)?.resize(note.dimensions);
        break;
      case 'fallBehind':
        this.viewers.get(note.stream)?.fallBehind();
        break;
      case 'redraw':
        this.viewers.get(note.stream)?.redraw(note.scope, note.redraw);
        break;
      case 'credit':
        (this.viewers.get(note.stream) ?? this.watches.get(note.stream))?.credit(note.bytes);
        break;
      case 'watch':
        this.watch(note.id, note.stream);
        break;
      case 'unwatch':
        this.watches.get(note.stream)?.dispose();
        this.watches.delete(note.stream);
        break;
      case 'input':
      case 'resize':
      case 'relabel':
      case 'signal':
        this.handleSessionMessage(note);
        break;
    }
  }

  private handleSessionMessage(
    note: Extract<ClientMessage, { note: 'input' | 'resize' | 'relabel' | 'signal' }>,
  ): void {
    const session = this.deps.sessions.find(note.id);
    switch (note.note) {
      case 'input':
        if (this.isNew(note.seq)) {
          session?.write(Buffer.from(note.base64, 'base64'));
        }
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

  private handleTyped({ kind, stream, seq, content }: Frame): void {
    const viewer = this.viewers.get(stream);
    if (this.isNew(seq) && viewer) {
      // A copy: the frame's content shares memory with the socket's chunk, which a queue would
      // keep.
      const data = kind === 'typedText' ? Buffer.from(content).toString() : Buffer.from(content);
      viewer.type(data);
      this.deps.touches.mark(viewer.sessionId);
    }
  }

  /**
   * Whether the input is new. Acknowledgements are delayed, so one covers all input of the delay,
   * and none is sent while its echo is on its way.
   */
  private isNew(seq: number): boolean {
    if (!this.typedTimer.isRunning) {
      this.typedTimer.start(ACKNOWLEDGE_TYPED_AFTER_MS, () => this.acknowledgeTyped());
    }
    return this.deps.typed.take(this.hello.client, seq);
  }

  private acknowledgeTyped(): void {
    this.sendMessage({ note: 'typed', seq: this.deps.typed.lastOf(this.hello.client) });
  }

  private handleDetach(stream: number): void {
    if (this.viewers.has(stream)) {
      this.detach(stream);
    } else if (this.detachedEarly.size < MAX_DETACHED_EARLY) {
      this.detachedEarly.add(stream);
    }
  }

  private detach(stream: number): void {
    this.viewers.get(stream)?.dispose();
    this.viewers.delete(stream);
  }

  private watch(id: string, stream: number): void {
    const handleLoss = (): void =>
      this.deps.logger.warn(
        `Window ${this.hello.pid} does not read the output of ${id} fast enough. Some output was dropped.`,
      );
    const { clock, budget, send, sendMessage } = this.streamDeps();
    const watch = new WatchStream(id, stream, { clock, budget, send, sendMessage, handleLoss });
    this.watches.get(stream)?.dispose();
    this.watches.set(stream, watch);
    watch.start(this.deps.sessions);
  }

  private streamDeps(): StreamDeps {
    return {
      clock: this.deps.clock,
      budget: this.budget,
      send: (frame) => this.peer.send(frame),
      sendMessage: (note) => this.sendMessage(note),
    };
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
    for (const stream of [...this.viewers.values(), ...this.watches.values()]) {
      if (stream.sessionId === id) {
        stream.flush();
      }
    }
  }

  private handleTouched(touched: readonly Touched[]): void {
    if (this.peer.waiting > CLIENT_BUSY_BYTES) {
      this.hasMissedTouches = true;
    } else {
      this.sendMessage({ note: 'touched', sessions: touched });
    }
  }

  private sendMessage(note: HostMessage): void {
    const before = this.peer.waiting;
    this.peer.sendMessage(toWireMessage(note));
    const after = this.peer.waiting;
    this.messageBytes = after === 0 ? 0 : this.messageBytes + Math.max(0, after - before);
    if (this.messageBytes > CLIENT_MESSAGE_BYTES) {
      this.peer.close(new Error(`it has not read ${this.messageBytes} bytes of messages`));
    }
  }
}
