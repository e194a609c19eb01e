import { marksOf } from './outputMarks';
import { SplitSequences } from './splitSequences';
import { findQueries } from './terminalQueries';

/** Finds a program's queries in its output, also if chunks split them. */
export class QueryFinder {
  private readonly split = new SplitSequences(({ query }) => query);

  /** The queries that end in `bytes`, the next chunk. */
  push(bytes: Uint8Array, marks = marksOf(bytes)): readonly string[] {
    const output = this.split.push(bytes, marks);
    return output
      ? findQueries(output.text)
          .filter(({ end }) => end > output.border)
          .map(({ query }) => query)
      : [];
  }
}
