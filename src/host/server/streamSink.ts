import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { joinBytes } from '../../pty/flow/coalescer';
import { OutputFlow } from '../../pty/flow/outputFlow';
import type { OutputSink, OutputSource } from '../../pty/flow/outputSink';
import type { FrameKind } from '../protocol/frame';
import type { HostMessage } from '../protocol/messages';
import type { ClientBudget } from './clientBudget';
import { STREAM_WATERMARKS } from './limits';

/** The connection of a stream to its client. */
export interface StreamDeps {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly budget: ClientBudget;
  readonly send: (frame: {
    kind: FrameKind;
    stream: number;
    seq: number;
    content: Uint8Array;
  }) => void;
  readonly sendMessage: (note: HostMessage) => void;
}

/**
 * A viewer in another process. It acknowledges what it has processed. The connection, which it
 * shares with other viewers, limits it as well.
 */
export class StreamSink implements OutputSink<Uint8Array>, Disposable {
  private seq = 0;
  private unacknowledged = 0;
  /**
   * The part of it that is drawings. These may be larger than the limit of unacknowledged output.
   */
  private unacknowledgedDrawn = 0;
  readonly flow: OutputFlow<Uint8Array>;

  constructor(
    private readonly stream: number,
    private readonly deps: StreamDeps,
    source: OutputSource,
  ) {
    const { clock, budget } = deps;
    this.flow = new OutputFlow({
      clock,
      sink: this,
      source: () => source,
      join: joinBytes,
      holdLimit: budget.holdLimit,
    });
  }

  hasRoom(length: number): boolean {
    const output = this.unacknowledged - this.unacknowledgedDrawn;
    const isRead = output + length <= STREAM_WATERMARKS.high;
    return isRead && this.deps.budget.requestRoom(this.flow, length);
  }

  /** While the stream waits for its turn, the connection is full of the output of others. */
  get isDrained(): boolean {
    return this.unacknowledged <= STREAM_WATERMARKS.low && !this.deps.budget.isRefused(this.flow);
  }

  write(bytes: Uint8Array): void {
    this.send('output', bytes);
  }

  draw(screen: string): void {
    this.deps.sendMessage({ note: 'gap', stream: this.stream });
    this.sendDrawing(screen);
  }

  /** Sends a drawing that does not replace output. */
  sendDrawing(screen: string): void {
    const content = Buffer.from(screen);
    this.unacknowledgedDrawn += content.length;
    this.deps.budget.handleDrawn(content.length);
    this.send('drawing', content);
  }

  /** The client has processed this many bytes. */
  credit(bytes: number): void {
    this.unacknowledged = Math.max(0, this.unacknowledged - bytes);
    this.unacknowledgedDrawn = Math.max(0, this.unacknowledgedDrawn - bytes);
    this.flow.handleDrained();
    this.deps.budget.handleRead();
  }

  dispose(): void {
    this.flow.dispose();
    this.deps.budget.withdraw(this.flow);
  }

  private send(kind: FrameKind, content: Uint8Array): void {
    this.unacknowledged += content.length;
    const seq = ++this.seq;
    this.deps.send({ kind, stream: this.stream, seq, content });
  }
}
