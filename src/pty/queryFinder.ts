import { hasQuery } from './terminalQueries';

/** The longest query that may be cut in two, less one byte. */
const QUERY_OVERLAP = 31;

/** Finds a program's questions in its output, which may be cut in two by the chunks. */
export class QueryFinder {
  private lastBytes = '';

  /** Whether a question ends in `bytes`, the next chunk. */
  finds(bytes: Uint8Array): boolean {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const text = this.lastBytes + chunk.toString('latin1');
    this.lastBytes = text.slice(-QUERY_OVERLAP);
    return hasQuery(text);
  }
}
