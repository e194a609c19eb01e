import type { FolderRef } from '../../agents/folderRef';
import type { TaskArguments } from '../../config/contributions';
import { findTasks } from '../../tasks/taskName';
import { requireFolders } from '../../views/workspace/workspaceGuard';
import type { CommandServices } from '../commandServices';
import { isArchived, requireFolder } from './taskArguments';

/**
 * The folder to work in: the named one, the one with the named task, the only one, or the person's
 * choice; `undefined` if the person cancels.
 * @throws {SessionError} what `requireFolders` and `requireFolder` throw.
 */
export async function chooseFolder(
  deps: CommandServices,
  args: TaskArguments,
): Promise<FolderRef | undefined> {
  const folders = requireFolders(deps.workspace());
  if (args.folder !== undefined) {
    return requireFolder(args.folder, folders);
  }
  const withTask = args.task === undefined ? [] : foldersOfTask(deps, args.task, folders);
  const candidates = withTask.length > 0 ? withTask : folders;
  return candidates.length === 1 ? candidates[0] : deps.pickers.pickFolder(candidates);
}

function foldersOfTask(
  { tasks }: CommandServices,
  text: string,
  folders: readonly FolderRef[],
): readonly FolderRef[] {
  const found = findTasks(
    text,
    tasks.list().filter((one) => !isArchived(one)),
  );
  return folders.filter((folder) => found.some((task) => task.folder === folder.uri));
}
