import type { WebSocket } from 'ws';
import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { OutputFlow } from '../../pty/flow/outputFlow';
import type { OutputSink, OutputSource } from '../../pty/flow/outputSink';
import { STALLED_MS, VIEWER_WATERMARKS } from '../limits';

const BINARY = { binary: true } as const;

interface WebSocketSinkDeps {
  readonly clock: Clock;
  readonly socket: WebSocket;
  /** The session's output for this viewer; undefined until the viewer is attached. */
  source(): OutputSource | undefined;
  /** Called when a viewer that is behind has read nothing for {@link STALLED_MS}. */
  onStalled(): void;
}

/** The sink of a viewer over a WebSocket. Unread output waits in the socket's own buffer. */
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

  /** Sends a text message, in order with the output. */
  sendMessage(message: object): void {
    this.deps.socket.send(JSON.stringify(message), this.handleSent);
  }

  /**
   * Must be called when the session has ended. Calls `then` once the viewer has read the last
   * output.
   */
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

  /** Called when sent data has left the buffer; once for each part, also if all leave at once. */
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

  /** The stall timer runs while the viewer is behind, and after the session's end. */
  private watch(): void {
    if (this.flow.isBehind || this.isEnding) {
      this.stallTimer.start(STALLED_MS, () => this.deps.onStalled());
    } else {
      this.stallTimer.stop();
    }
  }
}
