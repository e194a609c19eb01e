import type { SessionInfo } from '../../pty/sessionService';

type Writing = Pick<SessionInfo, 'lastOutputAt'>;

/** Tells whether a session has written since its screen was looked at, as far as milliseconds tell. */
export class OutputMark {
  private seenAt = -Infinity;
  /** When it had written last by then; undefined before the first look. */
  private writtenAt: number | null | undefined;

  /** A clock that was set back gives what is written another time as well, if an earlier one. */
  hasNews({ lastOutputAt }: Writing): boolean {
    const isSameTime = lastOutputAt === this.writtenAt;
    return !isSameTime || (lastOutputAt !== null && lastOutputAt >= this.seenAt);
  }

  /** A look begins at `now`. */
  begin({ lastOutputAt }: Writing, now: number): void {
    this.seenAt = now;
    this.writtenAt = lastOutputAt;
  }

  /** As if nobody had looked. */
  forget(): void {
    this.seenAt = -Infinity;
  }
}
