import { findQueries } from './terminalQueries';

/** The longest query that may be cut in two, less one byte. */
const QUERY_OVERLAP = 31;

/** Finds a program's questions in its output, which may be cut in two by the chunks. */
export class QueryFinder {
  private lastBytes = '';

  /** The questions that end in `bytes`, the next chunk. */
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
