import { asBuffer } from './asBuffer';
import { marksAcross, type OutputMarks } from './outputMarks';

/** A split sequence is found if at most as many of its bytes precede its last chunk. Programs write shorter ones. */
const OVERLAP = 64;

const NOTHING = Buffer.alloc(0);

/** The text of a chunk after the end of the one before it, one character for each byte. */
interface SplitText {
  readonly text: string;
  /** Where the chunk begins. */
  readonly border: number;
}

/** Gives the text of output in which one kind of sequence may end, also if chunks split it. */
export class SplitSequences {
  /** The end of the last chunk, if a sequence may begin in it. */
  private last = NOTHING;

  /** @param mayHold whether output with these marks may have such a sequence */
  constructor(private readonly mayHold: (marks: OutputMarks) => boolean) {}

  /** Returns undefined if no such sequence can end in the next chunk, `marks` being those of the chunk. */
  push(chunk: Uint8Array, marks: OutputMarks): SplitText | undefined {
    const { last } = this;
    const across = last.length > 0 ? marksAcross(last, chunk.subarray(0, OVERLAP)) : undefined;
    const isLong = across?.cut === true && chunk.length > OVERLAP;
    const isHeld = isLong || this.mayHold(marks) || (across && this.mayHold(across)) === true;
    const isKept = isHeld || marks.cut || across?.cut === true;
    // A copy, since the chunk belongs to the caller.
    this.last = isKept
      ? Buffer.concat([last, chunk.subarray(-OVERLAP)]).subarray(-OVERLAP)
      : NOTHING;
    return isHeld ? { text: textOf(last) + textOf(chunk), border: last.length } : undefined;
  }
}

function textOf(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}
