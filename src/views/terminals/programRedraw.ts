import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { Dimensions } from '../../pty/ptyProcess';
import type { Attachment } from '../../pty/sessionService';

/** How long a program has to see the other size, in milliseconds: two changes at once are none to it. */
const OTHER_SIZE_MS = 100;

/**
 * Has a session's program draw all anew, as on Ctrl-L but without a key: its terminal has one row less
 * for a moment.
 */
export class ProgramRedraw implements Disposable {
  private readonly timer: Timer;

  constructor(
    clock: Clock,
    private readonly attachment: Pick<Attachment, 'resize'>,
  ) {
    this.timer = new Timer(clock);
  }

  /** `size` gives what the program has: nothing is done before it has one, or with one row alone. */
  start(size: () => Dimensions | undefined): void {
    const before = size();
    if (!before || before.rows < 2) {
      return;
    }
    this.attachment.resize({ ...before, rows: before.rows - 1 });
    this.timer.start(OTHER_SIZE_MS, () => this.attachment.resize(size() ?? before));
  }

  dispose(): void {
    this.timer.dispose();
  }
}
