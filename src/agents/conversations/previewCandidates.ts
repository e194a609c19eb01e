import type { Conversation, Task } from '../../tasks/task';
import type { FolderRef } from '../folderRef';

/** A conversation of a task, with what `ResumePreviews` needs to preview its next start. */
export interface PreviewCandidate {
  readonly folder: FolderRef;
  readonly cwd: string;
  readonly conversation: Conversation;
}

/** The conversations of those tasks that belong to one of `folders`. */
export function listPreviewCandidates(
  tasks: readonly Task[],
  folders: readonly FolderRef[],
): readonly PreviewCandidate[] {
  const byUri = new Map(folders.map((folder) => [folder.uri, folder]));
  return tasks.flatMap(({ folder: uri, cwd, conversations }) => {
    const folder = byUri.get(uri);
    return folder ? conversations.map((conversation) => ({ folder, cwd, conversation })) : [];
  });
}
