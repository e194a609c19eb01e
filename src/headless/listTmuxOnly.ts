import { folderOfSession, type FolderRef } from '../agents/folderRef';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';

/** The ids of a folder's sessions that run in tmux, which a process without a window cannot drive. */
export async function listTmuxOnly(
  tmuxSessions: Pick<TmuxSessions, 'list'>,
  folder: FolderRef,
): Promise<readonly string[]> {
  const running = (await tmuxSessions.list()).filter(({ hasEnded }) => !hasEnded);
  return running
    .map(({ spec }) => ({ id: spec.id, folder: spec.folder ?? null, workDir: spec.program.cwd }))
    .filter((session) => folderOfSession(session, [folder]) !== undefined)
    .map(({ id }) => id);
}
