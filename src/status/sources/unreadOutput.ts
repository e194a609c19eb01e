import type { SessionInfo } from '../../pty/sessionService';

type Writing = Pick<SessionInfo, 'lastOutputAt'>;

/**
 * Tracks whether a session has written since its screen was last read, with millisecond precision.
 */
export class UnreadOutput {
  private seenAt = -Infinity;
  /** The time of its last output at that read; undefined before the first read. */
  private writtenAt: number | null | undefined;

  /** If the clock was set back, new output also has a different time, an earlier one. */
  hasNewOutput({ lastOutputAt }: Writing): boolean {
    const isSameTime = lastOutputAt === this.writtenAt;
    return !isSameTime || (lastOutputAt !== null && lastOutputAt >= this.seenAt);
  }

  begin({ lastOutputAt }: Writing, now: number): void {
    this.seenAt = now;
    this.writtenAt = lastOutputAt;
  }

  forget(): void {
    this.seenAt = -Infinity;
  }
}
