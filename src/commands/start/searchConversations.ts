import type { FolderRef } from '../../agents/agentService';
import type { EarlierConversation } from '../../agents/conversations/earlierConversations';
import { listResumePreviewPlaces } from '../../agents/conversations/resumePreviewPlaces';
import type { Task } from '../../tasks/task';
import { findConversations, type FoundConversation } from '../../views/dialogs/conversationChoices';
import type { CommandServices } from '../commandServices';

export type SearchConversationsDeps = Pick<
  CommandServices,
  'earlier' | 'displayOf' | 'facts' | 'resumePreviews' | 'sessions'
>;

/** The tasks and the directories whose conversations are searched. */
interface ConversationSearch {
  readonly tasks: readonly Task[];
  readonly cwds: readonly string[];
}

/**
 * Finds the conversations that a start can resume, and those of running sessions. Leaves out
 * sessions that do not run and would start a new conversation.
 */
export async function searchConversations(
  deps: SearchConversationsDeps,
  folder: FolderRef,
  { tasks, cwds }: ConversationSearch,
): Promise<readonly FoundConversation[]> {
  const directories = await Promise.all(
    cwds.map(async (cwd) => ({ cwd, earlier: await deps.earlier.list(folder, cwd) })),
  );
  const owned = new Set(directories.flatMap(({ earlier }) => earlier.map(ownerOf)));
  const unwritten = listResumePreviewPlaces(tasks, [folder]).filter(
    ({ conversation: { ptyId, providerId } }) =>
      !owned.has(ptyId) && deps.displayOf(providerId, folder.uri).resumes,
  );
  const resumePreviews = await deps.resumePreviews.findAll(unwritten);
  const listed = unwritten
    .map(({ conversation }) => conversation.ptyId)
    .filter((id) => describeRun(deps, id) !== undefined || resumePreviews.get(id)?.kind !== 'new');
  return findConversations(directories, tasks, new Set(listed));
}

function ownerOf({ owner }: EarlierConversation): string | undefined {
  return owner?.ptyId;
}

/** Where a session runs, in words; undefined if it does not run. */
export function describeRun(
  { facts, sessions }: Pick<SearchConversationsDeps, 'facts' | 'sessions'>,
  id: string,
): string | undefined {
  const isHere = (sessions.get(id)?.state ?? 'terminated') !== 'terminated';
  return isHere ? 'running' : facts.isElsewhere(id) ? 'in another window' : undefined;
}
