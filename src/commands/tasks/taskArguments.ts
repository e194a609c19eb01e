import * as path from 'node:path';
import type { FolderRef } from '../../agents/folderRef';
import type { TaskChoice } from '../../agents/startRequests';
import { SessionError } from '../../base/errors';
import type { Task } from '../../tasks/task';
import { findTasks, parseTaskName } from '../../tasks/taskName';
import type { TaskArguments } from '../commandArguments';
import { requireTrust } from '../../pty/trustGuard';
import type { WorkspaceState } from '../../views/workspace/workspaceState';
import type { CommandServices } from '../commandServices';

/** Returns the folders in which something may start, at least one. */
export function requireFolders(workspace: WorkspaceState): readonly FolderRef[] {
  const { folders, virtualSchemes } = workspace;
  if (folders.length === 0 && virtualSchemes.length > 0) {
    throw new SessionError(
      'UNSUPPORTED_PLATFORM',
      `This workspace (${virtualSchemes.join(', ')}) has no folder on disk: ` +
        'open a local folder, or one over SSH, in WSL or in a container.',
    );
  }
  if (folders.length === 0) {
    throw new SessionError(
      'BAD_REQUEST',
      'Agents work in a folder and none is open: choose File > Open Folder, then start again.',
    );
  }
  requireTrust(workspace.isTrusted);
  return folders;
}

/**
 * The folder whose URI, path or name is `text`.
 * @throws {SessionError} `BAD_REQUEST` if none of `folders` matches, or several have the name.
 */
export function requireFolder(text: string, folders: readonly FolderRef[]): FolderRef {
  const exact = folders.find(
    (folder) => folder.uri === text || folder.path === withoutTrailingSeparator(text),
  );
  const named = folders.filter((folder) => folder.name === text);
  const found = exact ?? named[0];
  if (!found) {
    const names = folders.map((folder) => folder.name).join(', ');
    throw new SessionError(
      'BAD_REQUEST',
      `No open folder has the name, path or URI "${text}": open it, or use one of ${names}.`,
    );
  }
  if (!exact && named.length > 1) {
    const paths = named.map((folder) => folder.path).join(', ');
    throw new SessionError(
      'BAD_REQUEST',
      `Several open folders have the name "${text}": use a path, one of ${paths}.`,
    );
  }
  return found;
}

/**
 * The task of a folder with the id or name `text`, or a new one with that name.
 * @throws {SessionError} `BAD_REQUEST` for an invalid name.
 */
export function chooseTask(text: string, tasksOfFolder: readonly Task[]): TaskChoice {
  const [task] = findTasks(text, tasksOfFolder);
  return task ? { kind: 'existing', id: task.id } : { kind: 'new', name: parseTaskName(text) };
}

/** Whether the task is archived, so that no session can start in it. */
export function isArchived({ archivedAt }: Task): boolean {
  return archivedAt !== undefined;
}

function withoutTrailingSeparator(text: string): string {
  return path.isAbsolute(text) ? path.resolve(text) : text;
}

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
