import type { FolderRef } from '../../agents/agentService';
import type { Settings } from '../../config/settings';
import type { Conversation, Task } from '../../tasks/task';

/**
 * How tabs that open one after the other line up: each `after` the one before; each `besideFront`,
 * right of the tab in front, which stays there; the same `besideFirst`, where nothing else is in
 * front that could stay there than the first of them.
 */
export type TabLineUp = 'after' | 'besideFront' | 'besideFirst';

export interface RestoreFacts {
  readonly folders: readonly FolderRef[];
  readonly tasks: readonly Task[];
  /** The PTY ids that are open and do not run here. */
  readonly leftOpen: readonly string[];
  readonly isTrusted: boolean;
  modeOf(folder: FolderRef): Settings['restoreOnStartup'];
  /** Of the terminals of a folder's sessions. */
  lineUpOf(folder: FolderRef): TabLineUp;
  /** Whether the provider can go back to a conversation. */
  canResume(folder: FolderRef, providerId: string): boolean;
  /** Whether no value of the workspace that concerns the provider waits for the person's answer. */
  isSettled(folder: FolderRef, providerId: string): boolean;
}

/**
 * The PTY ids of the sessions to resume as the window starts, in such an order that their tabs
 * are in that of `leftOpen` in the end. Nothing is among them that a person would have to be asked
 * about, and nothing of a provider that would begin anew in any case.
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
    return folder ? own.map(({ ptyId }) => [ptyId, facts.lineUpOf(folder)] as const) : [];
  });
  const lineUps = new Map(resumed);
  const those = (lineUp: TabLineUp) => leftOpen.filter((ptyId) => lineUps.get(ptyId) === lineUp);
  const [first, ...beside] = those('besideFirst');
  const inFront = first === undefined ? [] : [first];
  return [...those('after'), ...inFront, ...beside.reverse(), ...those('besideFront').reverse()];
}

function isResumable(
  facts: RestoreFacts,
  folder: FolderRef,
  { providerId }: Conversation,
): boolean {
  return facts.canResume(folder, providerId) && facts.isSettled(folder, providerId);
}
