import { SessionError } from '../../base/errors';
import type { SessionArguments } from '../../config/contributions';
import { findConversation } from '../../tasks/taskOfSession';
import type { CommandServices } from '../commandServices';
import { chooseSession } from './chooseSession';
import type { KnownSession } from './knownSessions';

/** Shows no more messages about a session, also after a restart of it, until it is unmuted. */
export const muteSession = createMute(true);

/** Shows messages about a muted session again. */
export const unmuteSession = createMute(false);

function createMute(isMuted: boolean) {
  return async (deps: CommandServices, { session }: SessionArguments): Promise<void> => {
    const isOffered = (known: KnownSession): boolean =>
      known.task !== undefined && isMutedSession(known) !== isMuted;
    const known = await chooseSession(deps, {
      session,
      among: isMuted ? 'running' : 'all',
      preferActive: 'yes',
      isOffered,
    });
    if (known && !known.task) {
      throw new SessionError(
        'BAD_REQUEST',
        `${known.label} belongs to no task, so its messages cannot be muted: start it in a task.`,
      );
    }
    if (known?.task) {
      await deps.tasks.muteConversation(known.task.id, known.sessionId, isMuted);
    }
  };
}

function isMutedSession({ task, sessionId }: KnownSession): boolean {
  return (task && findConversation(task, sessionId))?.isMuted === true;
}
