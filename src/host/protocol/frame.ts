import { SessionError } from '../../base/errors';

/**
 * The frames on the connection between a window and the session host. A frame is a length (of what
 * follows, 32 bits, little-endian), a kind (8 bits), the number of a stream (32 bits) and its
 * content. Messages are JSON. The input and output of PTYs are sent unchanged, with the number of
 * their stream.
 */
export const FRAME_KINDS = {
  /**
   * A JSON-RPC message: a call or its answer. Its order relative to other frames is not defined.
   */
  rpc: 0,
  /** A message in JSON; see `messages.ts`. */
  note: 1,
  /** Output of a session for one viewer or listener: bytes. */
  output: 2,
  /** A drawing of the screen, in order with the output before and after it: UTF-8. */
  drawing: 3,
  /** The drawing for the viewer's first unanswered message `redraw`: UTF-8. */
  redrawn: 6,
  /** Input of a viewer: UTF-8, and bytes that are not UTF-8. */
  typedText: 4,
  typedBytes: 5,
} as const;

export type FrameKind = keyof typeof FRAME_KINDS;

export interface Frame {
  readonly kind: FrameKind;
  /** The stream of the frame; 0 for JSON. 32 bits. */
  readonly stream: number;
  readonly content: Uint8Array;
}

/** The longest frame that is accepted, in bytes. A longer one breaks the protocol. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

const LENGTH_BYTES = 4;
/** Kind and stream. */
const HEAD_BYTES = 5;

/** The length and the head of a frame; its content follows. */
export function frameHead({ kind, stream, content }: Frame): Uint8Array {
  const head = Buffer.allocUnsafe(LENGTH_BYTES + HEAD_BYTES);
  head.writeUInt32LE(HEAD_BYTES + content.length, 0);
  head.writeUInt8(FRAME_KINDS[kind], 4);
  head.writeUInt32LE(stream, 5);
  return head;
}

/** Splits incoming bytes, in pieces of any size, into frames. */
export class FrameReader {
  private pieces: Buffer[] = [];
  private length = 0;

  /**
   * Adds a chunk and returns the frames that are now complete. Their content may share memory with
   * `chunk`.
   * @throws {SessionError} `BAD_REQUEST` for a frame that is too short, too long or of an unknown
   * kind; the frames after it cannot be read.
   */
  push(chunk: Uint8Array): readonly Frame[] {
    this.pieces.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
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
    const size = this.first(LENGTH_BYTES).readUInt32LE(0);
    if (size < HEAD_BYTES || size > MAX_FRAME_BYTES) {
      throw new SessionError(
        'BAD_REQUEST',
        `A frame of ${size} bytes is not valid in this protocol.`,
      );
    }
    return this.length < LENGTH_BYTES + size ? undefined : parse(this.cut(LENGTH_BYTES + size));
  }

  private cut(size: number): Buffer {
    const first = this.first(size);
    const rest = first.subarray(size);
    this.pieces = rest.length > 0 ? [rest, ...this.pieces.slice(1)] : this.pieces.slice(1);
    this.length -= size;
    return first.subarray(0, size);
  }

  /**
   * Returns the first piece, with at least `size` bytes. Joins the pieces only when all of them have
   * arrived, so each byte of a long frame is copied once.
   */
  private first(size: number): Buffer {
    const [first = Buffer.alloc(0)] = this.pieces;
    if (first.length >= size) {
      return first;
    }
    const joined = Buffer.concat(this.pieces);
    this.pieces = [joined];
    return joined;
  }
}

const KIND_NAMES = new Map(
  // `Object.entries` loses the type of the keys.
  Object.entries(FRAME_KINDS).map(([name, code]) => [code, name as FrameKind] as const),
);

function parse(bytes: Buffer): Frame {
  const code = bytes.readUInt8(4);
  const kind = KIND_NAMES.get(code as (typeof FRAME_KINDS)[FrameKind]);
  if (!kind) {
    throw new SessionError('BAD_REQUEST', `A frame of kind ${code} is not valid in this protocol.`);
  }
  return {
    kind,
    stream: bytes.readUInt32LE(5),
    content: bytes.subarray(LENGTH_BYTES + HEAD_BYTES),
  };
}
