import type { VisibleScreen } from '../../../src/pty/sessionService';
import type { RecordedScreen } from './normalise';

/** Measures how long a screen, as it is recorded, has not changed. */
export class SteadyWatch {
  private last: RecordedScreen = { rows: [], cursor: { row: 0, column: 0 }, title: '' };
  private change = '';
  private since = performance.now();

  constructor(private readonly normalise: (screen: VisibleScreen) => RecordedScreen) {}

  /** The last screen. */
  get screen(): RecordedScreen {
    return this.last;
  }

  /** What differed at the last change, before and after. */
  get lastChange(): string {
    return this.change;
  }

  /** The milliseconds since the last change, which this screen may be. */
  steadyMs(seen: VisibleScreen): number {
    const before = partsOf(this.last);
    this.last = this.normalise(seen);
    const after = partsOf(this.last);
    const changes = after.flatMap((part, at) =>
      part === before[at] ? [] : [`"${before[at] ?? ''}" to "${part}"`],
    );
    if (changes.length > 0) {
      this.change = changes.join(', ');
      this.since = performance.now();
    }
    return performance.now() - this.since;
  }

  hasSeen(text: RegExp): boolean {
    return text.test(this.last.rows.join('\n'));
  }
}

function partsOf({ rows, cursor, title }: RecordedScreen): readonly string[] {
  return [...rows, `cursor ${cursor.column},${cursor.row}`, `title ${title}`];
}
