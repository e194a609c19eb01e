import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** A file that is read by pieces, however large it is. */
export class LineReader {
  private constructor(
    private readonly file: FileHandle,
    readonly size: number,
    readonly modifiedAt: number,
  ) {}

  /** Hands an open file to `use`; undefined, where it is none that can be read. */
  static async using<T>(
    path: string,
    use: (reader: LineReader) => Promise<T>,
  ): Promise<T | undefined> {
    // A named pipe in a file's place would be waited for; Windows knows no such flag.
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

  /** The whole of a file of at most `limit` bytes. */
  async text(limit: number): Promise<string | undefined> {
    return this.size <= limit ? (await this.read(0, this.size)).toString('utf8') : undefined;
  }

  /** The lines that begin and end in the first `limit` bytes, a piece's at a time; the end of the file ends one as well. */
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

  /** The lines that begin and end in the last `limit` bytes. */
  async tail(limit: number): Promise<readonly string[]> {
    const start = Math.max(0, this.size - limit);
    const lines = (await this.read(start, this.size - start)).toString('utf8').split('\n');
    return start === 0 ? lines : lines.slice(1);
  }

  /**
   * The lines that begin at the byte `start` or after it and end within `limit` bytes, and where the
   * next one begins; one that is longer is left out.
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
