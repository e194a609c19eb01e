import { SessionError } from '../base/errors';

interface SessionLimit {
  readonly running: number;
  readonly maxSessions: number;
  /** The process that has the sessions, as an ending of a sentence; empty for this one. */
  readonly where?: '' | ' in the session host';
}

/**
 * Checks that `count` more sessions may run.
 * @throws {SessionError} `MAX_SESSIONS`.
 */
export function requireRoomFor(
  count: number,
  { running, maxSessions, where = '' }: SessionLimit,
): void {
  if (running + count <= maxSessions) {
    return;
  }
  throw new SessionError(
    'MAX_SESSIONS',
    count === 1
      ? `The limit of ${maxSessions} sessions at once${where} is reached: end one, or raise the setting agentTerminals.maxSessions.`
      : `${count} more sessions exceed the limit of ${maxSessions} at once${where}, and ${running} run: start fewer, or raise the setting agentTerminals.maxSessions.`,
  );
}
