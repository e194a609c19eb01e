import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { Dimensions } from '../../pty/ptyProcess';
import type { Attachment } from '../../pty/sessionService';
import { ProgramRedraw } from './programRedraw';
import { ResizeDebouncer } from './resizeDebouncer';

/** A busy VS Code corrects its guess of a terminal's size so late, at the most. */
const LATE_SIZE_MS = 2000;

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
  }

  push(size: Dimensions): void {
    this.resizer.push(size);
  }

  /** Has the program draw all anew: at the size that it has by then, not at one that is only announced. */
  redrawProgram(): void {
    const { clock, attachment } = this.deps;
    this.store.add(new ProgramRedraw(clock, attachment)).start(() => this.applied);
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
