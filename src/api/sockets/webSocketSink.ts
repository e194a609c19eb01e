import type { WebSocket } from 'ws';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { OutputFlow } from '../../pty/flow/outputFlow';
import type { OutputSink, OutputSource } from '../../pty/flow/outputSink';
import { STALLED_MS, VIEWER_WATERMARKS } from '../limits';

const BINARY = { binary: true } as const;

export interface WebSocketSinkDeps {
  readonly clock: Clock;
  readonly socket: WebSocket;
  /** The session's side of the viewer; undefined until it is attached. */
  source(): OutputSource | undefined;
  /** The viewer was awaited, and has read nothing for {@link STALLED_MS}. */
  onStalled(): void;
}

/** A viewer behind a WebSocket: what it has not read waits in the socket's own buffer. */
export class WebSocketSink implements OutputSink<Uint8Array>, Disposable {
  private readonly store = new DisposableStore();
  private readonly stallTimer: Timer;
  private isEnding = false;
  private onRead: (() => void) | undefined;
  readonly flow: OutputFlow<Uint8Array>;

  constructor(private readonly deps: WebSocketSinkDeps) {
    const { clock } = deps;
    this.stallTimer = this.store.add(new Timer(clock));
    this.flow = this.store.add(
      new OutputFlow<Uint8Array>({ clock, sink: this, source: () => deps.source() }),
    );
  }

  hasRoom(length: number): boolean {
    return this.deps.socket.bufferedAmount + length <= VIEWER_WATERMARKS.high;
  }

  get isDrained(): boolean {
    return this.deps.socket.bufferedAmount <= VIEWER_WATERMARKS.low;
  }

  write(bytes: Uint8Array): void {
    this.deps.socket.send(bytes, BINARY, this.handleSent);
  }

  draw(screen: string): void {
    this.write(Buffer.from(screen));
  }

  push(bytes: Uint8Array): void {
    this.flow.push(bytes);
    if (this.flow.isBehind && !this.stallTimer.isRunning) {
      this.watch();
    }
  }

  /** Sends a message beside the output, in order with it. */
  sendMessage(message: object): void {
    this.deps.socket.send(JSON.stringify(message), this.handleSent);
  }

  /** The session has ended: calls `then` once the viewer has read its last output. */
  end(then: () => void): void {
    this.isEnding = true;
    this.watch();
    this.flow.end(() => {
      this.onRead = then;
      this.handleSent();
    });
  }

  dispose(): void {
    this.onRead = undefined;
    this.store.dispose();
  }

  /** Something that was sent has left the buffer. If all leaves at once, this is called for each part of it. */
  private readonly handleSent = (): void => {
    const { socket } = this.deps;
    if (socket.readyState !== socket.OPEN) {
      return;
    }
    this.flow.handleDrained();
    this.watch();
    if (this.isDrained) {
      this.onRead?.();
    }
  };

  /** A viewer is awaited while it is behind, and after the end. */
  private watch(): void {
    if (this.flow.isBehind || this.isEnding) {
      this.stallTimer.start(STALLED_MS, () => this.deps.onStalled());
    } else {
      this.stallTimer.stop();
    }
  }
}
