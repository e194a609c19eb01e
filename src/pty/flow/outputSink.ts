import type { Attachment } from '../sessionService';

/**
 * Where an `OutputFlow` sends output. Sinks differ in how they measure what their reader has taken; the
 * owner of a sink calls the flow's `handleDrained` whenever it has taken some.
 */
export interface OutputSink<T> {
  /** Whether it can be sent so much more now: its high watermark. */
  hasRoom(length: number): boolean;
  /** Whether it has taken so much that a drawing reaches its reader soon: its low watermark. */
  readonly isDrained: boolean;
  write(output: T): void;
  /** Sends a drawing of the session, which is never empty, whatever room there is. */
  draw(screen: string): void;
}

/** The session's side of a flow. */
export type OutputSource = Pick<Attachment, 'fallBehind' | 'redraw'>;
