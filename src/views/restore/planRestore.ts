import type { FolderRef } from '../../agents/folderRef';
import type { Settings } from '../../config/settings';
import type { Conversation, Task } from '../../tasks/task';

/**
 * The order of tabs that open one after the other. `after`: each after the one before.
 * `besideFront`: each directly right of the tab in front, which stays there. `besideFirst`: the
 * same, but the first of them becomes the tab in front, because none exists that could stay there.
 */
export type TabOrder = 'after' | 'besideFront' | 'besideFirst';

export interface RestoreFacts {
  readonly folders: readonly FolderRef[];
  readonly tasks: readonly Task[];
  /** The PTY ids that were left open and do not run here. */
  readonly leftOpen: readonly string[];
  readonly isTrusted: boolean;
  modeOf(folder: FolderRef): Settings['restoreOnStartup'];
  /** The order of the terminals of a folder's sessions. */
  tabOrderOf(folder: FolderRef): TabOrder;
  /** Whether the provider can resume a conversation. */
  canResume(folder: FolderRef, providerId: string): boolean;
  /** Whether no workspace value of the provider waits for the person's confirmation. */
  isSettled(folder: FolderRef, providerId: string): boolean;
  /** Whether its agent acted without requesting permission, which the settings do not allow now. */
  needsApproval(folder: FolderRef, conversation: Conversation): boolean;
}

/**
 * Returns the PTY ids of the sessions to resume at a window's start, ordered so that their tabs end
 * up in the order of `leftOpen`. Leaves out sessions that need a question to the person, and
 * providers that would start a new conversation.
 */
export function planRestore(facts: RestoreFacts): readonly string[] {
  const { folders, tasks, leftOpen, isTrusted } = facts;
  if (!isTrusted) {
    return [];
  }
  const resumed = tasks.flatMap((task) => {
    const folder = folders.find(({ uri }) => uri === task.folder);
    const isWanted = folder !== undefined && facts.modeOf(folder) === 'resume';
    const own = isWanted ? task.conversations.filter((one) => isResumable(facts, folder, one)) : [];
    return folder ? own.map(({ ptyId }) => [ptyId, facts.tabOrderOf(folder)] as const) : [];
  });
  const tabOrders = new Map(resumed);
  const idsIn = (tabOrder: TabOrder) =>
    leftOpen.filter((ptyId) => tabOrders.get(ptyId) === tabOrder);
  const [first, ...beside] = idsIn('besideFirst');
  const inFront = first === undefined ? [] : [first];
  return [...idsIn('after'), ...inFront, ...beside.reverse(), ...idsIn('besideFront').reverse()];
}

function isResumable(facts: RestoreFacts, folder: FolderRef, conversation: Conversation): boolean {
  const { providerId } = conversation;
  const asksNothing =
    facts.isSettled(folder, providerId) && !facts.needsApproval(folder, conversation);
  return asksNothing && facts.canResume(folder, providerId);
}
