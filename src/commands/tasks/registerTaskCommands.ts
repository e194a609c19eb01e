import type { RegisterCommand } from '../commandCall';
import { archiveTask, type ArchiveTaskDeps } from './archiveTask';
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
  RepairWorktreeDeps;

/** Registers the commands for tasks and their worktrees. */
export function registerTaskCommands(deps: TaskCommandsDeps, register: RegisterCommand): void {
  register('newTask', deps, newTask);
  register('archiveTask', deps, archiveTask);
  register('unarchiveTask', deps, unarchiveTask);
  register('deleteTask', deps, deleteTask);
  register('renameTask', deps, renameTask);
  register('openTaskFolder', deps, openTaskFolder);
  register('repairWorktree', deps, repairWorktree);
}
