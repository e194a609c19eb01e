import type { Attachment } from '../sessionService';

/**
 * Receives the output of an `OutputFlow`. Sinks differ in how they measure what their reader has read; the
 * owner of a sink calls the flow's `handleDrained` after each read.
 */
export interface OutputSink<T> {
  /**
   * Whether output of this length fits below the high watermark; it is written then, unless a pace
   * delays it.
   */
  hasRoom(length: number): boolean;
  /** Whether the unread output is at or below the low watermark, so that a drawing reaches the reader soon. */
  readonly isDrained: boolean;
  write(output: T): void;
  /** Sends a drawing of the session, which is never empty, even above the high watermark. */
  draw(screen: string): void;
}

/** The session's side of a flow. */
export type OutputSource = Pick<Attachment, 'fallBehind' | 'redraw'>;
