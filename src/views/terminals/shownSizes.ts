import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { Dimensions } from '../../pty/ptyProcess';
import type { Attachment } from '../../pty/sessionService';
import { ResizeDebouncer } from './resizeDebouncer';

/** A busy VS Code corrects its guess of a terminal's size so late, at the most. */
const LATE_SIZE_MS = 2000;

/** How long a program has to see the other size, in milliseconds: it does not see two changes at once. */
const OTHER_SIZE_MS = 100;

/** When a busy VS Code's screen surely has the width that it announced. */
const CERTAIN_MS = 1500;

export interface ShownSizesDeps {
  readonly clock: Clock;
  readonly attachment: Pick<Attachment, 'resize'>;
  /** Draws the terminal anew; none for one whose session has begun in it, at its true size. */
  readonly refresh: (() => void) | undefined;
}

/** Gives a session the sizes of the terminal that shows it, from when it was attached at `first` on. */
export class ShownSizes implements Disposable {
  private readonly store = new DisposableStore();
  private readonly resizer: ResizeDebouncer;
  private readonly certain: Timer;
  private readonly redraw: Timer;
  private readonly attachedAt: number;
  private applied: Dimensions | undefined;

  constructor(
    private readonly deps: ShownSizesDeps,
    first: Dimensions | undefined,
  ) {
    const { clock } = deps;
    this.applied = first;
    this.attachedAt = clock.monotonic();
    this.resizer = this.store.add(new ResizeDebouncer(clock, first, (size) => this.apply(size)));
    this.certain = this.store.add(new Timer(clock));
    this.redraw = this.store.add(new Timer(clock));
  }

  push(size: Dimensions): void {
    this.resizer.push(size);
  }

  /**
   * Makes the program redraw, as on Ctrl-L but without a key: its terminal has one row less for a moment.
   * Afterwards it has the size that was applied last, not one that is only announced.
   */
  redrawProgram(): void {
    const before = this.applied;
    if (!before || before.rows < 2) {
      return;
    }
    this.deps.attachment.resize({ ...before, rows: before.rows - 1 });
    this.redraw.start(OTHER_SIZE_MS, () => this.deps.attachment.resize(this.applied ?? before));
  }

  dispose(): void {
    this.store.dispose();
  }

  /**
   * The screen of a session that was there before was drawn for a size that VS Code only guessed. Its
   * width is so by now unless VS Code is busy: then what is drawn for more columns is cut, and
   * drawn once more.
   */
  private apply(size: Dimensions): void {
    const { clock, attachment, refresh } = this.deps;
    const isWidth = size.cols !== this.applied?.cols;
    this.applied = size;
    attachment.resize(size);
    if (refresh && clock.monotonic() < this.attachedAt + LATE_SIZE_MS) {
      refresh();
      if (isWidth) {
        this.certain.start(CERTAIN_MS, refresh);
      }
    }
  }
}
