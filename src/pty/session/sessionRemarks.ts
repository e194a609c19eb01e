import type { Logger } from '../../base/logger';
import type { Dimensions } from '../ptyProcess';
import { describeRowLimit } from '../screen/xterm/memory/screenMemory';
import type { SessionSpec } from '../sessionService';

/** Older remarks are dropped. */
const MAX_REMARKS = 8;

/** The remarks of a session for the person, which are also logged. */
export class SessionRemarks {
  private all: readonly string[] = [];
  /** Whether a remark states that the width limits the rows above the screen. */
  private hasRowLimit = false;

  constructor(
    private readonly spec: Pick<SessionSpec, 'id' | 'scrollback'>,
    private readonly logger: Pick<Logger, 'info'>,
    private readonly handleChange: (remarks: readonly string[]) => void,
  ) {}

  add(remark: string): void {
    this.logger.info(`${this.spec.id}: ${remark}`);
    if (!this.all.includes(remark)) {
      this.all = [...this.all, remark].slice(-MAX_REMARKS);
      this.handleChange(this.all);
    }
  }

  /** Once: further widths would replace other remarks. */
  addRowLimit(dimensions: Dimensions): void {
    const remark = describeRowLimit(dimensions, this.spec.scrollback);
    if (remark !== undefined && !this.hasRowLimit) {
      this.hasRowLimit = true;
      this.add(remark);
    }
  }
}
