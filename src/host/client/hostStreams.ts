import type { Logger } from '../../base/logger';
import type { Frame } from '../protocol/frame';
import type { ClientNote, HostNote } from '../protocol/notes';
import { CREDIT_BATCH_BYTES } from './limits';

/** What the host says of one stream beside its data. */
export type StreamNote = Extract<HostNote, { readonly stream: number }>;

/** Who takes what comes of one stream. */
export interface StreamTarget {
  handleFrame(frame: Frame): void;
  handleNote(note: StreamNote): void;
  /** Something that was sent has not come. */
  handleGap(): void;
}

interface Stream {
  readonly target: StreamTarget;
  nextSeq: number;
  /** What was taken and the host was not told of yet, in bytes. */
  takenBytes: number;
}

/** The streams of one window, each taken once and in order, with credit given for what was taken. */
export class HostStreams {
  private readonly streams = new Map<number, Stream>();
  private nextStream = 1;

  constructor(
    private readonly send: (note: ClientNote) => void,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  open(target: StreamTarget): number {
    const stream = this.nextStream++;
    this.streams.set(stream, { target, nextSeq: 1, takenBytes: 0 });
    return stream;
  }

  close(stream: number): void {
    this.streams.delete(stream);
  }

  /** Another connection, over which all are counted anew. */
  reset(): void {
    for (const stream of this.streams.values()) {
      stream.nextSeq = 1;
      stream.takenBytes = 0;
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

  handleNote(note: StreamNote): void {
    this.guard(() => this.streams.get(note.stream)?.target.handleNote(note));
  }

  private credit(number: number, stream: Stream, bytes: number): void {
    stream.takenBytes += bytes;
    if (stream.takenBytes >= CREDIT_BATCH_BYTES) {
      this.send({ note: 'credit', stream: number, bytes: stream.takenBytes });
      stream.takenBytes = 0;
    }
  }

  /** One that fails costs the others nothing. */
  private guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.logger.error('What came of the session host could not be taken.', error);
    }
  }
}
