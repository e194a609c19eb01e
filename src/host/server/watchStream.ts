import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Coalescer, joinBytes } from '../../pty/flow/coalescer';
import type { SessionLookup } from '../../pty/sessionBackend';
import { STREAM_WATERMARKS } from './limits';
import type { StreamClient } from './viewerStream';

/**
 * The output of a session for a listener that is not a viewer. Output that is not acknowledged in
 * time is dropped.
 */
export class WatchStream implements Disposable {
  private readonly store = new DisposableStore();
  private readonly output: Coalescer<Uint8Array>;
  private unacknowledged = 0;
  private hasLost = false;

  constructor(
    readonly sessionId: string,
    private readonly stream: number,
    private readonly client: StreamClient,
    /** Called once, when output is dropped for the first time. */
    private readonly handleLoss: () => void,
  ) {
    this.output = this.store.add(
      new Coalescer<Uint8Array>(client.clock, joinBytes, (bytes) => this.send(bytes)),
    );
  }

  /** Starts sending; does nothing for an unknown session. */
  start(sessions: SessionLookup<'watchOutput'>): void {
    const watch = sessions.find(this.sessionId)?.watchOutput((bytes) => this.output.push(bytes));
    if (watch) {
      this.store.add(watch);
    }
  }

  acknowledge(bytes: number): void {
    this.unacknowledged = Math.max(0, this.unacknowledged - bytes);
  }

  flush(): void {
    this.output.flush();
  }

  dispose(): void {
    this.store.dispose();
  }

  private send(content: Uint8Array): void {
    if (this.unacknowledged + content.length <= STREAM_WATERMARKS.high) {
      this.unacknowledged += content.length;
      this.client.send('output', this.stream, content);
    } else if (!this.hasLost) {
      this.hasLost = true;
      this.handleLoss();
    }
  }
}
