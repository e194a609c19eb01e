import type { FolderRef } from '../../agents/folderRef';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionInfo } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import { findTaskOfSession } from '../../tasks/taskOfSession';
import type { ConversationFacts, InactiveConversation } from './conversationFacts';

/**
 * The conversations of a task that are shown without a running session in this window, by PTY id.
 */
export type Remembered = ReadonlyMap<string, InactiveConversation>;

export function rememberIn(
  folders: readonly FolderRef[],
  facts: ConversationFacts,
): (task: Task) => Remembered {
  const hiding = new Set(folders.map(({ uri }) => uri).filter((uri) => !facts.areListed(uri)));
  const now = facts.now();
  return ({ folder, conversations }) =>
    new Map(
      conversations
        // An ended shell cannot be resumed.
        .filter(({ providerId }) => providerId !== SHELL_PROVIDER_ID)
        .map(({ ptyId }) => [ptyId, facts.isElsewhere(ptyId)] as const)
        .filter(([, isElsewhere]) => isElsewhere || !hiding.has(folder))
        .map(([ptyId, isElsewhere]) => {
          const preview = facts.previewOf(ptyId);
          return [ptyId, { isElsewhere, preview, now }] as const;
        }),
    );
}

interface GroupedSessions {
  readonly byTask: ReadonlyMap<string, readonly SessionInfo[]>;
  readonly loose: readonly SessionInfo[];
}

export function groupSessions(
  tasks: readonly Task[],
  sessions: readonly SessionInfo[],
): GroupedSessions {
  const byTask = new Map<string, SessionInfo[]>();
  const loose: SessionInfo[] = [];
  for (const session of sessions) {
    const task = findTaskOfSession(tasks, session.id);
    if (task) {
      byTask.set(task.id, [...(byTask.get(task.id) ?? []), session]);
    } else {
      loose.push(session);
    }
  }
  return { byTask, loose };
}
