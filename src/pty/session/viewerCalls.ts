import { SessionError } from '../../base/errors';

/**
 * Calls the functions that a viewer was given. After the viewer has left, none of them is called.
 * Only the first error of a viewer is reported: one that fails at each output would flood the log.
 */
export class ViewerCalls {
  private isOver = false;
  private hasFailed = false;

  constructor(private readonly reportError: (error: unknown) => void) {}

  /** Whether the viewer has left. */
  get hasLeft(): boolean {
    return this.isOver;
  }

  leave(): void {
    this.isOver = true;
  }

  /** Calls `call` unless the viewer has left. Handles its error. */
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
      this.reportError(error);
    }
  }
}

export function detachedError(sessionId: string): SessionError {
  return new SessionError(
    'DETACHED',
    `This viewer is detached from session ${sessionId}: attach again, with attach('${sessionId}').`,
  );
}
