import type { ScreenBacklog, WaitingOutput } from '../screenBacklog';
import type { ScreenModel } from '../screenModel';
import type { ScreenTurns } from '../screenTurns';
import { OutputSkim } from './skimmedOutput';
import { ObsoleteOutputScanner, type SupersededOutput } from './obsoleteOutput';

/** Less than this is parsed about as fast as it is looked at, in bytes. */
const LEAST_BYTES = 64 * 1024;

/** How much is looked at before the turn is: bytes, and sequences, well under a millisecond of each. */
const SCAN_BYTES = 128 * 1024;
const SKIM_SEQUENCES = 2000;

/** Line feeds over what is needed: it costs nothing to be sure. */
const SPARE_LINES = 16;

export interface ScreenSkimmerDeps {
  readonly backlog: ScreenBacklog;
  readonly turns: ScreenTurns;
  /** Rows kept above the screen. */
  readonly scrollback: number;
  readonly parse: (output: WaitingOutput) => Promise<void>;
}

/**
 * Leaves out of a long backlog what can no longer be seen: of output whose cells a clear or
 * the rows after it have taken away, the terminal is fed only what outlives them. What is
 * left stays in the backlog, and all of it is to be parsed before anybody looks.
 */
export class ScreenSkimmer {
  constructor(private readonly deps: ScreenSkimmerDeps) {}

  /** Looking again at what was settled is worth it once as much has come on top of it. */
  get isWorthIt(): boolean {
    const { leadingBytes, settledBytes } = this.deps.backlog;
    return leadingBytes - settledBytes >= Math.max(LEAST_BYTES, settledBytes);
  }

  /** Says whether it left anything out; if not, all there was is to be parsed. */
  async skim(model: ScreenModel): Promise<boolean> {
    const { backlog } = this.deps;
    if (!model.isBetweenSequences) {
      // A batch that is parsed will most likely end between sequences.
      await this.parseFirst();
      return false;
    }
    const bytes = backlog.copyLeading();
    backlog.settle(bytes.length);
    const part = await this.findSuperseded(bytes, model.rows);
    if (!part || part.end - part.start < LEAST_BYTES) {
      return false;
    }
    for (let left = part.start; left > 0 && !backlog.isEmpty;) {
      left -= await this.parseFirst(left);
    }
    if (backlog.isEmpty || !model.isScrolledWhole) {
      return false;
    }
    backlog.drop(part.end - part.start);
    await model.parse(await this.takeKept(bytes, part));
    return true;
  }

  private async parseFirst(most?: number): Promise<number> {
    const output = this.deps.backlog.shift(most);
    if (output?.kind !== 'output') {
      return 0;
    }
    await this.deps.parse(output);
    return output.bytes.length;
  }

  private async findSuperseded(bytes: Buffer, rows: number): Promise<SupersededOutput | undefined> {
    const { turns, scrollback } = this.deps;
    // Until the cursor is in the last row, a line feed scrolls nothing away.
    const scan = new ObsoleteOutputScanner(bytes, scrollback + 2 * rows + SPARE_LINES);
    while (!scan.isDone) {
      scan.advance(SCAN_BYTES);
      if (turns.isOver) {
        await turns.next();
      }
    }
    return scan.result;
  }

  private async takeKept(bytes: Buffer, part: SupersededOutput): Promise<Buffer> {
    const { turns } = this.deps;
    const skim = new OutputSkim(bytes, part);
    while (!skim.isDone) {
      skim.advance(SKIM_SEQUENCES);
      if (turns.isOver) {
        await turns.next();
      }
    }
    return skim.result;
  }
}
