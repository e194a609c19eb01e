import { SessionError } from '../../base/errors';

/**
 * What stands on the connection between a window and the session host: frames, each a length (of
 * what follows it, 32 bits, little-endian), a kind (8 bits) and its content. Words go as JSON; what
 * PTYs read and write goes as it is, behind the number of the stream that it belongs to.
 */
export const FRAME_KINDS = {
  /** A JSON-RPC message: calls and their answers, which keep no order with other frames. */
  rpc: 0,
  /** A {@link ClientNote} or {@link HostNote} in JSON, taken in the order in which it was sent. */
  note: 1,
  /** What a session's programs wrote, for one viewer: bytes. */
  output: 2,
  /** A drawing of the screen, which comes between the output before and after it: UTF-8. */
  drawing: 3,
  /** What somebody types in a viewer: UTF-8, or bytes that are none. */
  typedText: 4,
  typedBytes: 5,
  /** What a session's programs wrote, for who listens without being a viewer: bytes. */
  watched: 6,
} as const;

export type FrameKind = keyof typeof FRAME_KINDS;

export interface Frame {
  readonly kind: FrameKind;
  /** The stream that it belongs to, 0 for words. 32 bits. */
  readonly stream: number;
  /** Counts the data frames of its stream in one direction, from 1, so that none is taken twice; 0 for words. */
  readonly seq: number;
  readonly content: Uint8Array;
}

/** The longest frame that is taken, in bytes; who sends a longer one is no partner of ours. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

const LENGTH_BYTES = 4;
/** Kind, stream, sequence number. */
const HEAD_BYTES = 9;

/** The length and the head of a frame; its content follows. */
export function frameHead({ kind, stream, seq, content }: Frame): Uint8Array {
  const head = Buffer.allocUnsafe(LENGTH_BYTES + HEAD_BYTES);
  head.writeUInt32LE(HEAD_BYTES + content.length, 0);
  head.writeUInt8(FRAME_KINDS[kind], 4);
  head.writeUInt32LE(stream, 5);
  head.writeUInt32LE(seq, 9);
  return head;
}

/** Cuts what arrives, in whatever pieces, into frames. */
export class FrameReader {
  private pieces: Uint8Array[] = [];
  private length = 0;

  /**
   * The frames that are whole by now. Their content may share memory with `chunk`.
   * @throws {SessionError} `BAD_REQUEST` for a frame that is too short, too long or of no known kind:
   * the rest cannot be read.
   */
  push(chunk: Uint8Array): readonly Frame[] {
    this.pieces.push(chunk);
    this.length += chunk.length;
    const frames: Frame[] = [];
    for (let frame = this.take(); frame; frame = this.take()) {
      frames.push(frame);
    }
    return frames;
  }

  private take(): Frame | undefined {
    if (this.length < LENGTH_BYTES) {
      return undefined;
    }
    const size = this.peekLength();
    if (size < HEAD_BYTES || size > MAX_FRAME_BYTES) {
      throw new SessionError(
        'BAD_REQUEST',
        `A frame of ${size} bytes is not valid in this protocol.`,
      );
    }
    return this.length < LENGTH_BYTES + size ? undefined : parse(this.cut(LENGTH_BYTES + size));
  }

  private peekLength(): number {
    const first = this.pieces[0];
    if (first && first.length >= LENGTH_BYTES) {
      return toBuffer(first).readUInt32LE(0);
    }
    this.join();
    return toBuffer(this.pieces[0] ?? new Uint8Array(LENGTH_BYTES)).readUInt32LE(0);
  }

  /** Joins what has come only where a whole frame is there, so that a long one costs each byte one copy. */
  private cut(size: number): Buffer {
    if ((this.pieces[0]?.length ?? 0) < size) {
      this.join();
    }
    const first = toBuffer(this.pieces[0] ?? new Uint8Array());
    const rest = first.subarray(size);
    this.pieces = rest.length > 0 ? [rest, ...this.pieces.slice(1)] : this.pieces.slice(1);
    this.length -= size;
    return first.subarray(0, size);
  }

  private join(): void {
    this.pieces = [Buffer.concat(this.pieces)];
  }
}

const KIND_NAMES = new Map(
  Object.entries(FRAME_KINDS).map(([name, code]): [number, FrameKind] => [code, toKind(name)]),
);

function toKind(name: string): FrameKind {
  if (name in FRAME_KINDS) {
    // The keys of a constant are its type's; Object.entries forgets that.
    return name as FrameKind;
  }
  throw new RangeError(`There is no kind of frame named ${name}.`);
}

function parse(bytes: Buffer): Frame {
  const code = bytes.readUInt8(4);
  const kind = KIND_NAMES.get(code);
  if (!kind) {
    throw new SessionError('BAD_REQUEST', `A frame of kind ${code} is not valid in this protocol.`);
  }
  return {
    kind,
    stream: bytes.readUInt32LE(5),
    seq: bytes.readUInt32LE(9),
    content: bytes.subarray(LENGTH_BYTES + HEAD_BYTES),
  };
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
