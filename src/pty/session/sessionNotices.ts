import type { Logger } from '../../base/logger';
import type { Dimensions } from '../ptyProcess';
import { describeRowLimit } from '../screen/xterm/memory/rowBytes';
import type { SessionSpec } from '../sessionService';

/** Older notices are dropped. */
const MAX_NOTICES = 8;

/** The notices of a session for the person, which are also logged. */
export class SessionNotices {
  private all: readonly string[] = [];
  /** Whether a notice states that the width limits the rows above the screen. */
  private hasRowLimit = false;

  constructor(
    private readonly spec: Pick<SessionSpec, 'id' | 'scrollback'>,
    private readonly logger: Pick<Logger, 'error' | 'info'>,
    private readonly handleChange: (notices: readonly string[]) => void,
  ) {}

  add(notice: string): void {
    this.logger.info(`${this.spec.id}: ${notice}`);
    if (!this.all.includes(notice)) {
      this.all = [...this.all, notice].slice(-MAX_NOTICES);
      this.handleChange(this.all);
    }
  }

  logFault(error: unknown): void {
    this.logger.error(`The screen of ${this.spec.id} failed and was cleared.`, error);
  }

  /** Once: further widths would replace other notices. */
  addRowLimit(dimensions: Dimensions): void {
    const notice = describeRowLimit(dimensions, this.spec.scrollback);
    if (notice !== undefined && !this.hasRowLimit) {
      this.hasRowLimit = true;
      this.add(notice);
    }
  }
}
