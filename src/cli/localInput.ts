import type { Clock } from '../base/clock';
import { Timer } from '../base/timer';
import type { RemoteSession } from '../client/session/remoteSession';
import { ClientError } from '../client/clientError';
import type { Size } from '../client/size';
import { cutAtDetachKey } from './detachKey';
import type { CliIo } from './verb';

/** Delay before a write is retried for which the session's queue was full, in milliseconds. */
const RETRY_MS = 50;

/**
 * Forwards the input of a person or a pipe to an attached session: keys, the terminal's size,
 * signals.
 */
export class LocalInput {
  private readonly retry: Timer;
  private isDisposed = false;

  constructor(
    private readonly io: Pick<CliIo, 'onSignal' | 'stdin' | 'stdout'>,
    private readonly session: Pick<RemoteSession, 'detach' | 'resize' | 'write'>,
    clock: Clock,
  ) {
    this.retry = new Timer(clock);
  }

  start(size: () => Size | undefined): void {
    const { stdin, stdout } = this.io;
    stdin.on('data', this.handleData);
    stdin.on('end', this.detach);
    stdin.on('error', this.detach);
    stdout.on('resize', () => {
      const now = size();
      if (now && !this.isDisposed) {
        this.session.resize(now);
      }
    });
    this.io.onSignal(this.detach);
  }

  dispose(): void {
    const { stdin } = this.io;
    this.isDisposed = true;
    this.retry.dispose();
    stdin.off('data', this.handleData);
    stdin.off('end', this.detach);
    stdin.pause();
  }

  private readonly detach = (): void => {
    if (!this.isDisposed) {
      this.session.detach();
    }
  };

  private readonly handleData = (typed: Buffer): void => {
    const isTyped = this.io.stdin.isTTY;
    const { before, isPressed } = isTyped ? cutAtDetachKey(typed) : notPressed(typed);
    this.write(before);
    if (isPressed) {
      this.detach();
    }
  };

  /** If the queue is full, the bytes are written later; stdin is paused until then. */
  private write(bytes: Uint8Array): void {
    if (this.isDisposed) {
      return;
    }
    try {
      this.session.write(bytes);
      this.io.stdin.resume();
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'QUEUE_FULL') {
        throw error;
      }
      this.io.stdin.pause();
      this.retry.start(RETRY_MS, () => this.write(bytes));
    }
  }
}

/** The input of a pipe is forwarded unchanged. */
function notPressed(typed: Buffer): { readonly before: Uint8Array; readonly isPressed: boolean } {
  return { before: typed, isPressed: false };
}
