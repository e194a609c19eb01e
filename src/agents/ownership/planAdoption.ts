import type { SessionInfo } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import { findConversation, findTaskOfSession } from '../../tasks/taskOfSession';
import { toOneLine } from '../../base/oneLine';
import type { FolderRef } from '../agentService';
import { findFolderOf } from '../folderOf';

/**
 * The workspace folder that a session belongs to: the one that it was begun in, else the innermost
 * that its directory is in; undefined where none of these is open.
 */
export function folderOfSession(
  { folder, workDir }: Pick<SessionInfo, 'folder' | 'workDir'>,
  folders: readonly FolderRef[],
): FolderRef | undefined {
  // One that was begun in no folder has an empty one.
  return folder ? folders.find(({ uri }) => uri === folder) : findFolderOf(workDir, folders);
}

/** How long a session that nobody holds is left to the window that had it, and may be reloading; milliseconds. */
export const RETURN_MS = 20_000;

/** What a session that outlived its window shows its task to be. */
export type AdoptedTask =
  | { readonly kind: 'known'; readonly task: Task; readonly label: string }
  /** Nobody remembers its task: one of its name takes it in, so that it is never out of sight. */
  | { readonly kind: 'unknown'; readonly name: string };

export function findAdoptedTask(session: SessionInfo, tasks: readonly Task[]): AdoptedTask {
  const task = findTaskOfSession(tasks, session.id);
  if (!task) {
    return { kind: 'unknown', name: toOneLine(session.label) || session.id };
  }
  const label = findConversation(task, session.id)?.label ?? session.label;
  return { kind: 'known', task, label };
}

/** Whether a session's agent runs, and not the shell after it, or nothing any more. */
export function isAgentRunning({ state, agentExitCode }: SessionInfo): boolean {
  return state !== 'terminated' && agentExitCode === null;
}

/** Those that a window takes over first come first: of two in one directory the older one has the older conversation. */
export function inOrderOfBegin(sessions: readonly SessionInfo[]): readonly SessionInfo[] {
  return [...sessions].sort(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
  );
}
