import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { isErrno } from '../../base/isErrno';

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

export class LineReader {
  private constructor(
    private readonly file: FileHandle,
    readonly size: number,
    readonly modifiedAt: number,
  ) {}

  /** Opens a file and calls `use`; undefined if the path is not a regular file. */
  static async using<T>(
    path: string,
    use: (reader: LineReader) => Promise<T>,
  ): Promise<T | undefined> {
    // Without this flag, opening a named pipe would block. Windows has no such flag.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await file.stat();
      return stats.isFile()
        ? await use(new LineReader(file, stats.size, stats.mtimeMs))
        : undefined;
    } finally {
      await file.close();
    }
  }

  /** The whole text of a file of at most `limit` bytes; undefined if it is larger. */
  async text(limit: number): Promise<string | undefined> {
    return this.size <= limit ? (await this.read(0, this.size)).toString('utf8') : undefined;
  }

  /**
   * Yields the lines that lie completely in the first `limit` bytes, in batches. The end of the
   * file also ends a line.
   */
  async *head(limit: number): AsyncGenerator<readonly string[]> {
    let rest: Buffer = Buffer.alloc(0);
    const end = Math.min(limit, this.size);
    for (let at = 0; at < end;) {
      const piece = await this.read(at, Math.min(CHUNK_BYTES, end - at));
      if (piece.length === 0) {
        break;
      }
      at += piece.length;
      const all = Buffer.concat([rest, piece]);
      const cut = all.lastIndexOf(NEWLINE) + 1;
      rest = all.subarray(cut);
      yield all.subarray(0, cut).toString('utf8').split('\n');
    }
    if (end === this.size) {
      yield [rest.toString('utf8')];
    }
  }

  /** The lines that lie completely in the last `limit` bytes. */
  async tail(limit: number): Promise<readonly string[]> {
    const start = Math.max(0, this.size - limit);
    const lines = (await this.read(start, this.size - start)).toString('utf8').split('\n');
    return start === 0 ? lines : lines.slice(1);
  }

  /**
   * The lines that start at byte `start` or later and end within `limit` bytes, and the position of
   * the next line. A line longer than `limit` is skipped.
   */
  async from(start: number, limit: number): Promise<{ lines: readonly string[]; next: number }> {
    const length = Math.max(0, Math.min(limit, this.size - start));
    const piece = await this.read(start, length);
    const cut = piece.lastIndexOf(NEWLINE) + 1;
    const next = start + (cut === 0 && length === limit ? length : cut);
    return { lines: piece.subarray(0, cut).toString('utf8').split('\n'), next };
  }

  private async read(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  }
}

/**
 * Whether a file system error means that nothing exists at the path. A link without a target counts
 * as nothing.
 */
export function isGone(error: unknown): boolean {
  return isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP');
}
