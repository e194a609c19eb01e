import type { ScreenBacklog, WaitingOutput } from '../screenBacklog';
import type { ScreenEngine } from '../screenEngine';
import type { ScreenScheduler } from '../screenScheduler';
import { OutputSkim } from './skimmedOutput';
import { ObsoleteOutputScanner, type ObsoleteOutput } from './obsoleteOutput';

/** Less output is parsed about as fast as it is scanned; bytes. */
const LEAST_BYTES = 64 * 1024;

/**
 * How much is scanned between two checks of the turn, in bytes and in sequences; well under a
 * millisecond each.
 */
const SCAN_BYTES = 128 * 1024;
const SKIM_SEQUENCES = 2000;

/**
 * After two searches in a row that found nothing, the next output most likely has nothing to skip, either: up to
 * this many times what was searched, including that, is parsed before the next search. After one, a sequence near
 * the end may be the reason.
 */
const FRUITLESS_FACTOR = 4;

/** Additional line feeds, as a safety margin that costs nothing. */
const SPARE_LINES = 16;

interface ScreenSkimmerDeps {
  readonly backlog: ScreenBacklog;
  readonly scheduler: ScreenScheduler;
  /** Rows kept above the screen. */
  readonly scrollback: number;
  readonly parse: (engine: ScreenEngine, output: WaitingOutput) => Promise<void>;
  /** Whether any output was parsed. Before that it is not known which screen the program uses. */
  readonly hasParsed: () => boolean;
}

/**
 * Skips output in a long backlog that can no longer be seen: of output whose cells were cleared or
 * scrolled out, the terminal gets only what outlives the cells. The rest stays in the backlog and
 * is parsed before a read.
 */
export class ScreenSkimmer {
  /** Whether the last search found nothing to skip. */
  private wasFruitless = false;

  constructor(private readonly deps: ScreenSkimmerDeps) {}

  /** Scanning again is worthwhile once as much new output has arrived as is settled. */
  get shouldSkim(): boolean {
    const { leadingBytes, settledBytes } = this.deps.backlog;
    return leadingBytes - settledBytes >= Math.max(LEAST_BYTES, settledBytes);
  }

  /** Returns whether it skipped anything. If not, all of the output has to be parsed. */
  async skim(engine: ScreenEngine): Promise<boolean> {
    const { backlog } = this.deps;
    if (!engine.isBetweenSequences) {
      // After a batch of output the terminal is most likely between sequences.
      await this.parseFirst(engine);
      return false;
    }
    if (!this.deps.hasParsed()) {
      // A full-screen program switches to the alternate screen at its beginning.
      await this.parseFirst(engine, LEAST_BYTES);
      return false;
    }
    // First, so that a terminal that throws is not asked again about the same output.
    backlog.settle(backlog.leadingBytes);
    if (!engine.isScrolledWhole) {
      // On the alternate screen, or with a scroll region, a search takes CPU time and most likely finds
      // nothing. Output after the program has left it is then parsed, too, up to the limit of the backlog.
      return false;
    }
    const bytes = backlog.copyLeading();
    const part = await this.findObsolete(bytes, engine.rows);
    if (!part || part.end - part.start < LEAST_BYTES) {
      backlog.settle(bytes.length * (this.wasFruitless ? FRUITLESS_FACTOR : 1));
      this.wasFruitless = true;
      return false;
    }
    for (let left = part.start; left > 0 && !backlog.isEmpty;) {
      left -= await this.parseFirst(engine, left);
    }
    if (backlog.isEmpty || !engine.isScrolledWhole) {
      return false;
    }
    this.wasFruitless = false;
    backlog.drop(part.end - part.start);
    await engine.parse(await this.takeKept(bytes, part));
    return true;
  }

  private async parseFirst(engine: ScreenEngine, most?: number): Promise<number> {
    const output = this.deps.backlog.shift(most);
    if (output?.kind !== 'output') {
      return 0;
    }
    await this.deps.parse(engine, output);
    return output.bytes.length;
  }

  private async findObsolete(bytes: Buffer, rows: number): Promise<ObsoleteOutput | undefined> {
    const { scheduler, scrollback } = this.deps;
    // Until the cursor is in the last row, line feeds do not scroll.
    const scan = new ObsoleteOutputScanner(bytes, scrollback + 2 * rows + SPARE_LINES);
    while (!scan.isDone) {
      scan.advance(SCAN_BYTES);
      if (scheduler.isOver) {
        await scheduler.next();
      }
    }
    return scan.result;
  }

  private async takeKept(bytes: Buffer, part: ObsoleteOutput): Promise<Buffer> {
    const { scheduler } = this.deps;
    const skim = new OutputSkim(bytes, part);
    while (!skim.isDone) {
      skim.advance(SKIM_SEQUENCES);
      if (scheduler.isOver) {
        await scheduler.next();
      }
    }
    return skim.result;
  }
}
