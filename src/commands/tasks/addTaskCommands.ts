import type { AddCommand } from '../commandCall';
import { archiveTask, type ArchiveTaskDeps } from './archiveTask';
import { cancelWorktree, type CancelWorktreeDeps } from './cancelWorktree';
import { deleteTask, type DeleteTaskDeps } from './deleteTask';
import { newTask, type NewTaskDeps } from './newTask';
import { openTaskFolder, type OpenTaskFolderDeps } from './openTaskFolder';
import { renameTask, type RenameTaskDeps } from './renameTask';
import { repairWorktree, type RepairWorktreeDeps } from './repairWorktree';
import { unarchiveTask, type UnarchiveTaskDeps } from './unarchiveTask';

type TaskCommandsDeps = NewTaskDeps &
  ArchiveTaskDeps &
  UnarchiveTaskDeps &
  DeleteTaskDeps &
  RenameTaskDeps &
  OpenTaskFolderDeps &
  RepairWorktreeDeps &
  CancelWorktreeDeps;

/** Adds the commands for tasks and their worktrees. */
export function addTaskCommands(deps: TaskCommandsDeps, add: AddCommand): void {
  add('newTask', deps, newTask);
  add('archiveTask', deps, archiveTask);
  add('unarchiveTask', deps, unarchiveTask);
  add('deleteTask', deps, deleteTask);
  add('renameTask', deps, renameTask);
  add('openTaskFolder', deps, openTaskFolder);
  add('repairWorktree', deps, repairWorktree);
  add('cancelWorktree', deps, cancelWorktree);
}
