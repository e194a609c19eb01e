import type { AddCommand } from '../commandCall';
import { archiveTask } from './archiveTask';
import { cancelWorktree } from './cancelWorktree';
import { deleteTask } from './deleteTask';
import { newTask } from './newTask';
import { openTaskFolder } from './openTaskFolder';
import { renameTask } from './renameTask';
import { repairWorktree } from './repairWorktree';
import { unarchiveTask } from './unarchiveTask';

/** Adds the commands for tasks and their worktrees. */
export function addTaskCommands(add: AddCommand): void {
  add('newTask', newTask);
  add('archiveTask', archiveTask);
  add('unarchiveTask', unarchiveTask);
  add('deleteTask', deleteTask);
  add('renameTask', renameTask);
  add('openTaskFolder', openTaskFolder);
  add('repairWorktree', repairWorktree);
  add('cancelWorktree', cancelWorktree);
}
