import type { Conversation, Task } from '../../tasks/task';
import type { FolderRef } from '../folderRef';
import type { EarlierConversation, EarlierConversations } from './earlierConversations';
import { listPreviewCandidates, type ResumePreviews } from './resumePreviews';

export type FoundConversation =
  /** The conversation of a session that a task stores. */
  | {
      readonly kind: 'owned';
      readonly sessionId: string;
      readonly task: Task;
      readonly cwd: string;
      readonly providerId: string;
      readonly transcript: EarlierConversation['transcript'] | undefined;
    }
  /** A conversation of no task: started outside of the extension, or forgotten. */
  | {
      readonly kind: 'withoutTask';
      readonly cwd: string;
      readonly providerId: string;
      readonly transcript: EarlierConversation['transcript'];
    };

/** A found conversation of no task; see {@link FoundConversation}. */
export type ConversationWithoutTask = Extract<FoundConversation, { kind: 'withoutTask' }>;

interface ConversationSearchDeps {
  readonly earlier: Pick<EarlierConversations, 'list'>;
  readonly resumePreviews: Pick<ResumePreviews, 'findAll'>;
  /** Whether a session runs, in any window. */
  readonly isRunning: (ptyId: string) => boolean;
  readonly resumes: (providerId: string, folderUri: string) => boolean;
}

interface SearchScope {
  readonly tasks: readonly Task[];
  readonly cwds: readonly string[];
}

/**
 * Finds the conversations that a start can resume, and those of running sessions: newest first, then
 * those without a known transcript. Leaves out sessions that do not run and would start a new
 * conversation, and the conversations of other tasks.
 */
export async function searchConversations(
  deps: ConversationSearchDeps,
  folder: FolderRef,
  { tasks, cwds }: SearchScope,
): Promise<readonly FoundConversation[]> {
  const directories = await Promise.all(
    cwds.map(async (cwd) => ({ cwd, earlier: await deps.earlier.list(folder, cwd) })),
  );
  const owned = new Set(directories.flatMap(({ earlier }) => earlier.map(ownerOf)));
  const unwritten = listPreviewCandidates(tasks, [folder]).filter(
    ({ conversation: { ptyId, providerId } }) =>
      !owned.has(ptyId) && deps.resumes(providerId, folder.uri),
  );
  const previews = await deps.resumePreviews.findAll(unwritten);
  const listed = unwritten
    .map(({ conversation }) => conversation.ptyId)
    .filter((id) => deps.isRunning(id) || previews.get(id)?.kind !== 'new');
  return joinConversations(directories, tasks, new Set(listed));
}

function ownerOf({ owner }: EarlierConversation): string | undefined {
  return owner?.ptyId;
}

interface DirectoryConversations {
  readonly cwd: string;
  readonly earlier: readonly EarlierConversation[];
}

function joinConversations(
  directories: readonly DirectoryConversations[],
  tasks: readonly Task[],
  unwritten: ReadonlySet<string>,
): readonly FoundConversation[] {
  const written = directories
    .flatMap(({ cwd, earlier }) => earlier.flatMap((one) => toFound(one, cwd, tasks)))
    .sort((one, other) => (other.transcript?.modifiedAt ?? 0) - (one.transcript?.modifiedAt ?? 0));
  const others = tasks.flatMap((task) =>
    task.conversations
      .filter(({ ptyId }) => unwritten.has(ptyId))
      .map((conversation) => toUnwritten(conversation, task)),
  );
  return [...written, ...others.reverse()];
}

function toFound(
  { owner, providerId, transcript }: EarlierConversation,
  cwd: string,
  tasks: readonly Task[],
): readonly FoundConversation[] {
  if (!owner) {
    return [{ kind: 'withoutTask', cwd, providerId, transcript }];
  }
  const { ptyId: sessionId, task } = owner;
  const isIncluded = tasks.some(({ id }) => id === task.id);
  return isIncluded ? [{ kind: 'owned', sessionId, task, cwd, providerId, transcript }] : [];
}

function toUnwritten({ ptyId, providerId }: Conversation, task: Task): FoundConversation {
  const { cwd } = task;
  return { kind: 'owned', sessionId: ptyId, task, cwd, providerId, transcript: undefined };
}
