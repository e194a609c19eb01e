import { DisposableStore } from '../../base/lifecycle';
import { Coalescer, joinBytes } from '../../pty/flow/coalescer';
import type { SessionLookup } from '../../pty/sessionBackend';
import { STREAM_WATERMARKS } from './limits';
import type { StreamDeps } from './streamSink';

interface WatchStreamDeps extends StreamDeps {
  /** Called once, when output is dropped for the first time. */
  handleLoss(): void;
}

/**
 * The output of a session for a listener that is not a viewer. Output that exceeds the limits is
 * dropped.
 */
export class WatchStream {
  private readonly store = new DisposableStore();
  private readonly output: Coalescer<Uint8Array>;
  private seq = 0;
  private unacknowledged = 0;
  private hasLost = false;

  constructor(
    readonly sessionId: string,
    private readonly stream: number,
    private readonly deps: WatchStreamDeps,
  ) {
    this.output = this.store.add(
      new Coalescer<Uint8Array>(deps.clock, joinBytes, (bytes) => this.send(bytes)),
    );
  }

  /** Starts sending; does nothing for an unknown session. */
  start(sessions: SessionLookup<'watchOutput'>): void {
    const watch = sessions.find(this.sessionId)?.watchOutput((bytes) => this.output.push(bytes));
    if (watch) {
      this.store.add(watch);
    }
  }

  credit(bytes: number): void {
    this.unacknowledged = Math.max(0, this.unacknowledged - bytes);
    // Streams that wait for room get it before further output of this session.
    this.deps.budget.handleRead();
  }

  flush(): void {
    this.output.flush();
  }

  dispose(): void {
    this.store.dispose();
  }

  private send(content: Uint8Array): void {
    const fits = this.unacknowledged + content.length <= STREAM_WATERMARKS.high;
    if (fits && this.deps.budget.hasRoom(content.length)) {
      this.unacknowledged += content.length;
      const seq = ++this.seq;
      this.deps.send({ kind: 'watched', stream: this.stream, seq, content });
    } else if (!this.hasLost) {
      this.hasLost = true;
      this.deps.handleLoss();
    }
  }
}
