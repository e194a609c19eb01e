import { SessionError } from '../../base/errors';

/**
 * The frames on the connection between a window and the session host. A frame is a length (of what
 * follows, 32 bits, little-endian), a kind (8 bits), the number of a stream (32 bits), a sequence
 * number (32 bits) and its content. Messages are JSON. The input and output of PTYs are sent
 * unchanged, with the number of their stream.
 */
export const FRAME_KINDS = {
  /**
   * A JSON-RPC message: a call or its answer. Its order relative to other frames is not defined.
   */
  rpc: 0,
  /**
   * A `ClientMessage` or `HostMessage` in JSON. Messages are processed in the order in which
   * they are sent.
   */
  note: 1,
  /** Output of a session for one viewer: bytes. */
  output: 2,
  /** A drawing of the screen, in order with the output before and after it: UTF-8. */
  drawing: 3,
  /** Input of a viewer: UTF-8, and bytes that are not UTF-8. */
  typedText: 4,
  typedBytes: 5,
  /** Output of a session for a listener that is not a viewer: bytes. */
  watched: 6,
} as const;

export type FrameKind = keyof typeof FRAME_KINDS;

export interface Frame {
  readonly kind: FrameKind;
  /** The stream of the frame; 0 for JSON. 32 bits. */
  readonly stream: number;
  /**
   * The number of the data frame in its stream and direction, from 1, so that no frame is processed
   * twice; 0 for JSON.
   */
  readonly seq: number;
  readonly content: Uint8Array;
}

/** The longest frame that is accepted, in bytes. A longer one breaks the protocol. */
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

/** Splits incoming bytes, in pieces of any size, into frames. */
export class FrameReader {
  private pieces: Uint8Array[] = [];
  private length = 0;

  /**
   * Adds a chunk and returns the frames that are now complete. Their content may share memory with
   * `chunk`.
   * @throws {SessionError} `BAD_REQUEST` for a frame that is too short, too long or of an unknown
   * kind; the frames after it cannot be read.
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

  /**
   * Joins the pieces only when a whole frame has arrived, so each byte of a long frame is copied
   * once.
   */
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
    // `Object.entries` loses the type of the keys.
    return name as FrameKind;
  }
  throw new RangeError(`No frame kind is named ${name}.`);
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
