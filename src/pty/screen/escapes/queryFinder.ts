import { findQueries } from './terminalQueries';

/** The longest query that may be split over two chunks, less one byte. */
const QUERY_OVERLAP = 31;

/** Finds a program's queries in its output, also if chunks split them. */
export class QueryFinder {
  private lastBytes = '';

  /** The queries that end in `bytes`, the next chunk. */
  push(bytes: Uint8Array): readonly string[] {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const text = this.lastBytes + chunk.toString('latin1');
    const border = this.lastBytes.length;
    this.lastBytes = text.slice(-QUERY_OVERLAP);
    return findQueries(text)
      .filter(({ end }) => end > border)
      .map(({ query }) => query);
  }
}
