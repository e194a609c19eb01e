import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { isSameSize } from '../../pty/ptyDimensions';
import type { Dimensions } from '../../pty/ptyProcess';
import type { Attachment } from '../../pty/sessionService';

/**
 * VS Code corrects its first guess of a size within 35 to 110 ms after it shows a terminal.
 * Milliseconds.
 */
const SETTLE_MS = 150;

/**
 * VS Code's screen adopts a new width up to 100 ms after it was announced. A program that redraws
 * sooner draws for a width that the screen does not have yet. Milliseconds.
 */
const COLUMNS_DELAY_MS = 130;

/** How late a busy VS Code may correct its guess of a terminal's size, in milliseconds. */
const LATE_SIZE_MS = 2000;

/**
 * The delay after which even a busy VS Code's screen has the width that it announced, in
 * milliseconds.
 */
const CERTAIN_MS = 1500;

/**
 * How long a program has the temporary size, in milliseconds. Two changes at once would be one for
 * the program.
 */
const OTHER_SIZE_MS = 100;

/** A session that is shown in the terminal, and the terminal's drawing of it. */
interface SizedSession {
  readonly attachment: Pick<Attachment, 'resize'>;
  /** The size that the session received at the attach. */
  readonly dimensions: Dimensions | undefined;
  /** Whether the program has run at another size, not only at the true one of this terminal. */
  readonly isEarlier: boolean;
  /** Draws the session's screen in the terminal again. */
  refresh(): void;
}

/**
 * Passes the sizes of one VS Code terminal to its session. The first size is only a guess, so
 * {@link settle} waits for the true one. From {@link follow} on, changed rows are passed on at once,
 * a changed width once it is stable, repeats never.
 */
export class ResizeController implements Disposable {
  private readonly store = new DisposableStore();
  private readonly settling: Timer;
  private readonly stableWidth: Timer;
  private readonly secondRefresh: Timer;
  private readonly redraw: Timer;
  private guess: Dimensions | undefined;
  private onSettled: ((size: Dimensions | undefined) => void) | undefined;
  private session: SizedSession | undefined;
  private attachedAt = 0;
  private announced: Dimensions | undefined;
  /** The last size that the session's program received for good. */
  private applied: Dimensions | undefined;

  constructor(private readonly clock: Clock) {
    this.settling = this.store.add(new Timer(clock));
    this.stableWidth = this.store.add(new Timer(clock));
    this.secondRefresh = this.store.add(new Timer(clock));
    this.redraw = this.store.add(new Timer(clock));
  }

  get latest(): Dimensions | undefined {
    return this.announced;
  }

  /**
   * Waits for a terminal's true size. The size at opening is often a guess (80x30, or two rows too
   * many). A program that starts at the guess draws everything twice, and a session's screen that
   * is drawn for it ends on the wrong row. Calls back once: with the first size that differs from
   * the guess, or after {@link SETTLE_MS} with the guess.
   */
  settle(guess: Dimensions | undefined, onSettled: (size: Dimensions | undefined) => void): void {
    this.announced = guess;
    this.guess = guess;
    this.onSettled = onSettled;
    this.settling.start(SETTLE_MS, () => this.endSettling(guess));
  }

  push(size: Dimensions): void {
    const before = this.announced;
    this.announced = size;
    if (this.settling.isRunning && !isSameSize(size, this.guess)) {
      this.endSettling(size);
    }
    if (this.session && !isSameSize(size, before)) {
      this.passOn(this.session, size);
    }
  }

  /** Passes sizes to the session from now on, at once the one that was announced meanwhile. */
  follow(session: SizedSession): void {
    this.session = session;
    this.applied = session.dimensions;
    this.attachedAt = this.clock.monotonic();
    if (this.announced && !isSameSize(this.announced, this.applied)) {
      this.passOn(session, this.announced);
    }
  }

  unfollow(): void {
    this.session = undefined;
    this.stableWidth.stop();
    this.secondRefresh.stop();
    this.redraw.stop();
  }

  /**
   * Makes the program redraw, as Ctrl-L does but without a key: its terminal has one row less for
   * {@link OTHER_SIZE_MS}. Afterwards it has the size that was applied last, not one that is only
   * announced.
   */
  redrawProgram(): void {
    const { session, applied: before } = this;
    if (!session || !before || before.rows < 2) {
      return;
    }
    session.attachment.resize({ ...before, rows: before.rows - 1 });
    this.redraw.start(OTHER_SIZE_MS, () => session.attachment.resize(this.applied ?? before));
  }

  dispose(): void {
    this.session = undefined;
    this.store.dispose();
  }

  private endSettling(size: Dimensions | undefined): void {
    this.settling.stop();
    this.onSettled?.(size);
  }

  /**
   * A width that returns before it was passed on needs a redraw: VS Code's screen may have adopted
   * the other one meanwhile, which cuts the row of the cursor and what is drawn then.
   */
  private passOn(session: SizedSession, size: Dimensions): void {
    const { applied } = this;
    const isWidth = size.cols !== applied?.cols;
    if (!isWidth && !isSameSize(size, applied)) {
      this.apply(session, size);
    }
    if (isWidth) {
      this.stableWidth.start(COLUMNS_DELAY_MS, () => this.apply(session, size));
    } else if (this.stableWidth.isRunning) {
      this.stableWidth.start(COLUMNS_DELAY_MS, () => session.refresh());
    }
  }

  /**
   * An earlier session's screen was drawn at a size that VS Code had guessed, so it is redrawn at
   * the corrected one. A busy VS Code may adopt the new width later and cut the drawing, so it is
   * drawn once more.
   */
  private apply(session: SizedSession, size: Dimensions): void {
    const isWidth = size.cols !== this.applied?.cols;
    this.applied = size;
    session.attachment.resize(size);
    if (session.isEarlier && this.clock.monotonic() < this.attachedAt + LATE_SIZE_MS) {
      session.refresh();
      if (isWidth) {
        this.secondRefresh.start(CERTAIN_MS, () => session.refresh());
      }
    }
  }
}
