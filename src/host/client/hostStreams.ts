import type { Logger } from '../../base/logger';
import type { Frame } from '../protocol/frame';
import type { ClientMessage, HostMessage } from '../protocol/messages';
import { CREDIT_BATCH_BYTES } from './limits';

/** A message of the host about one stream. */
export type StreamMessage = Extract<HostMessage, { readonly stream: number }>;

/** The receiver of one stream. */
export interface StreamTarget {
  handleFrame(frame: Frame): void;
  handleMessage(note: StreamMessage): void;
  /** Frames are missing. */
  handleGap(): void;
}

interface Stream {
  readonly target: StreamTarget;
  nextSeq: number;
  /** The bytes that were processed and not yet acknowledged. */
  processedBytes: number;
}

/**
 * The streams of one window. Each frame is processed once and in order, and processed bytes are
 * acknowledged.
 */
export class HostStreams {
  private readonly streams = new Map<number, Stream>();
  private nextStream = 1;

  constructor(
    private readonly send: (note: ClientMessage) => void,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  open(target: StreamTarget): number {
    const stream = this.nextStream++;
    this.streams.set(stream, { target, nextSeq: 1, processedBytes: 0 });
    return stream;
  }

  close(stream: number): void {
    this.streams.delete(stream);
  }

  /** A new connection counts all frames from 1. */
  reset(): void {
    for (const stream of this.streams.values()) {
      stream.nextSeq = 1;
      stream.processedBytes = 0;
    }
  }

  handleFrame(frame: Frame): void {
    const stream = this.streams.get(frame.stream);
    if (!stream || frame.seq < stream.nextSeq) {
      return;
    }
    if (frame.seq > stream.nextSeq) {
      stream.target.handleGap();
    }
    stream.nextSeq = frame.seq + 1;
    this.guard(() => stream.target.handleFrame(frame));
    this.credit(frame.stream, stream, frame.content.length);
  }

  handleMessage(note: StreamMessage): void {
    this.guard(() => this.streams.get(note.stream)?.target.handleMessage(note));
  }

  private credit(number: number, stream: Stream, bytes: number): void {
    stream.processedBytes += bytes;
    if (stream.processedBytes >= CREDIT_BATCH_BYTES) {
      this.send({ note: 'credit', stream: number, bytes: stream.processedBytes });
      stream.processedBytes = 0;
    }
  }

  /** An error in one stream does not affect the others. */
  private guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.logger.error('A message of the session host could not be processed.', error);
    }
  }
}
