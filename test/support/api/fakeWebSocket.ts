import { EventEmitter } from 'node:events';

/** A WebSocket of the window whose other end reads when the test calls `read`. */
export class FakeWebSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  readonly sent: string[] = [];
  closing: { readonly code: number; readonly reason: string } | undefined;
  private waiting: (() => void)[] = [];

  /** As in `ws`, with or without options before the callback. */
  send(data: string | Uint8Array, ...rest: readonly unknown[]): void {
    this.sent.push(Buffer.from(data as Uint8Array).toString());
    this.bufferedAmount += data.length;
    const done = rest.at(-1);
    if (typeof done === 'function') {
      this.waiting.push(done as () => void);
    }
  }

  /** The other end reads all that was sent. */
  read(): void {
    const { waiting } = this;
    this.waiting = [];
    this.bufferedAmount = 0;
    waiting.forEach((done) => done());
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  close(code: number, reason: string): void {
    this.closing ??= { code, reason };
    this.readyState = 3;
  }
}
