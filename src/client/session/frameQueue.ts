import type { Frame } from './attachSocket';
import { ClientError } from '../clientError';

/**
 * Maximum bytes that wait for a connection. Policy: a write that would exceed it is refused whole.
 */
export const MAX_QUEUED_BYTES = 1024 * 1024;

/** Frames that were written without a connection, in order; each is sent once. */
export class FrameQueue {
  private frames: Frame[] = [];
  private bytes = 0;

  /** @throws {ClientError} `QUEUE_FULL`; then none of these frames is queued. */
  add(frames: readonly Frame[]): void {
    const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
    if (this.bytes + bytes > MAX_QUEUED_BYTES) {
      throw queueFull();
    }
    this.bytes += bytes;
    this.frames.push(...frames);
  }

  take(): readonly Frame[] {
    const { frames } = this;
    this.clear();
    return frames;
  }

  clear(): void {
    this.frames = [];
    this.bytes = 0;
  }
}

export function queueFull(): ClientError {
  return new ClientError(
    'QUEUE_FULL',
    `More than ${MAX_QUEUED_BYTES} bytes wait to be sent to the session: write again when they were sent.`,
  );
}
