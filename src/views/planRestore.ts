import type { FolderRef } from '../agents/agentService';
import type { Settings } from '../config/settings';
import type { Conversation, Task } from '../tasks/task';

export interface RestoreFacts {
  readonly folders: readonly FolderRef[];
  readonly tasks: readonly Task[];
  /** The PTY ids that are open and do not run here. */
  readonly leftOpen: readonly string[];
  readonly isTrusted: boolean;
  modeOf(folder: FolderRef): Settings['restoreOnStartup'];
  /** Whether the provider can go back to a conversation. */
  canResume(folder: FolderRef, providerId: string): boolean;
  /** Whether no value of the workspace that concerns the provider waits for the person's answer. */
  isSettled(folder: FolderRef, providerId: string): boolean;
}

/**
 * The PTY ids of the sessions to resume as the window starts, in their order. Nothing is among
 * them that a person would have to be asked about, and nothing that would begin anew.
 */
export function planRestore(facts: RestoreFacts): readonly string[] {
  const { folders, tasks, leftOpen, isTrusted } = facts;
  if (!isTrusted) {
    return [];
  }
  const resumed = tasks.flatMap((task) => {
    const folder = folders.find(({ uri }) => uri === task.folder);
    const isWanted = folder !== undefined && facts.modeOf(folder) === 'resume';
    return isWanted ? task.conversations.filter((one) => isResumable(facts, folder, one)) : [];
  });
  const ids = new Set(resumed.map(({ ptyId }) => ptyId));
  return leftOpen.filter((ptyId) => ids.has(ptyId));
}

function isResumable(
  facts: RestoreFacts,
  folder: FolderRef,
  { providerId }: Conversation,
): boolean {
  return facts.canResume(folder, providerId) && facts.isSettled(folder, providerId);
}
