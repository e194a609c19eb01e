import { toMessage } from '../base/errors';
import type { Logger } from '../base/logger';
import type { SessionService } from '../pty/sessionService';
import type { TmuxSessions } from '../pty/tmuxSessions';
import type { FolderRef } from './agentService';
import { folderOfSession } from './planAdoption';

export interface TmuxAdoptionDeps {
  readonly tmux: Pick<TmuxSessions, 'list'>;
  /** All sessions that the window can reach. */
  readonly sessions: Pick<SessionService, 'create' | 'has'>;
  readonly folders: () => readonly FolderRef[];
  readonly logger: Pick<Logger, 'info'>;
}

/**
 * Has the window reach what lives in tmux, of its folders, and is shown by no window, so that it can be
 * taken over as what a session host holds. Never rejects.
 */
export async function findInTmux(deps: TmuxAdoptionDeps): Promise<void> {
  const { tmux, sessions, folders, logger } = deps;
  const found = (await tmux.list()).filter(({ spec, isAttached, isFolderGone }) => {
    const place = { folder: spec.folder ?? null, workDir: spec.program.cwd };
    const isOurs = folderOfSession(place, folders()) !== undefined;
    return isOurs && !isAttached && !isFolderGone && !sessions.has(spec.id);
  });
  for (const { spec } of found) {
    try {
      await sessions.create(spec);
    } catch (error) {
      logger.info(`Session ${spec.id} stays in tmux: ${toMessage(error)}`);
    }
  }
}
