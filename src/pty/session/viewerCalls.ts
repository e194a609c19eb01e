import { SessionError } from '../../base/errors';

/**
 * The functions that a viewer was given to be called with output: from when it has left none of them is
 * called, and what it throws is told once, for one that fails on a flood of output would flood the log.
 */
export class ViewerCalls {
  private isOver = false;
  private hasFailed = false;

  constructor(
    private readonly sessionId: string,
    private readonly tellError: (error: unknown) => void,
  ) {}

  /** Whether the viewer has left. */
  get hasLeft(): boolean {
    return this.isOver;
  }

  leave(): void {
    this.isOver = true;
  }

  run(call: () => void): void {
    if (this.isOver) {
      return;
    }
    try {
      call();
    } catch (error) {
      this.handleError(error);
    }
  }

  handleError(error: unknown): void {
    if (!this.isOver && !this.hasFailed) {
      this.hasFailed = true;
      this.tellError(error);
    }
  }

  /** @throws {SessionError} `DETACHED` once the viewer has left. */
  requireAttached(): void {
    if (this.isOver) {
      const { sessionId } = this;
      throw new SessionError(
        'DETACHED',
        `This viewer has left session ${sessionId}: attach to the session again to go on, attach('${sessionId}').`,
      );
    }
  }
}
