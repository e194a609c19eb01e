import * as path from 'node:path';
import type { FolderRef } from '../../agents/folderRef';
import type { TaskChoice } from '../../agents/startRequests';
import { SessionError } from '../../base/errors';
import type { Task } from '../../tasks/task';
import { findTasks, parseTaskName } from '../../tasks/taskName';

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
