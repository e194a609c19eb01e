import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { Dimensions } from '../../pty/ptyProcess';
import type { Attachment } from '../../pty/sessionService';
import { ResizeDebouncer } from './resizeDebouncer';

/** How late a busy VS Code may correct its guess of a terminal's size, in milliseconds. */
const LATE_SIZE_MS = 2000;

/**
 * How long a program has the temporary size, in milliseconds. Two changes at once would be one for
 * the program.
 */
const OTHER_SIZE_MS = 100;

/**
 * The delay after which even a busy VS Code's screen has the width that it announced, in
 * milliseconds.
 */
const CERTAIN_MS = 1500;

interface ShownSizesDeps {
  readonly clock: Clock;
  readonly attachment: Pick<Attachment, 'resize'>;
  /** Redraws the terminal; undefined for a session that started in it at its true size. */
  readonly refresh: (() => void) | undefined;
}

/** Passes the sizes of a terminal to its session, from the attach with size `first` on. */
export class ShownSizes implements Disposable {
  private readonly store = new DisposableStore();
  private readonly resizer: ResizeDebouncer;
  private readonly secondRefresh: Timer;
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
    this.secondRefresh = this.store.add(new Timer(clock));
    this.redraw = this.store.add(new Timer(clock));
  }

  push(size: Dimensions): void {
    this.resizer.push(size);
  }

  /**
   * Makes the program redraw, as Ctrl-L does but without a key: its terminal has one row less for
   * {@link OTHER_SIZE_MS}. Afterwards it has the size that was applied last, not one that is only
   * announced.
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
   * An existing session's screen was drawn at a size that VS Code had guessed, so it is redrawn at
   * the corrected one. A busy VS Code may adopt the new width later and cut the drawing, so it is
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
        this.secondRefresh.start(CERTAIN_MS, refresh);
      }
    }
  }
}
