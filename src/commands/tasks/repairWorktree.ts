import type { TaskArguments } from '../commandArguments';
import { SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { Task } from '../../tasks/task';
import type { Choice } from '../../views/dialogs/quickPickers';
import { requireFolders } from './taskArguments';
import { formatNames } from '../../worktrees/formatNames';
import type { WorktreeLocation } from '../../worktrees/locateWorktree';
import { chooseKnownTask, requireFolderOf } from './chooseKnownTask';
import type { CommandServices, CommandSource } from '../commandServices';
import { deleteTask } from './deleteTask';
import { isArchived } from './taskArguments';
import { remakeWorktree } from './archiveTask';

type Repair = 'link' | 'remake' | 'choose' | 'delete';

/**
 * Repairs the worktree of a task that another program moved or removed. A person chooses how; for a
 * program that names the task, the first possible repair applies.
 */
export async function repairWorktree(
  deps: CommandServices,
  args: TaskArguments,
  source: CommandSource,
): Promise<void> {
  requireFolders(deps.workspace());
  const task = await chooseKnownTask(deps, {
    ...args,
    question: "Which task's worktree do you want to repair?",
    isEligible: (one) => one.worktree !== undefined && !isArchived(one),
    noneMessage: 'No task has a worktree: create one with Agents: New Task.',
  });
  const location = task && (await deps.worktrees.locate(task));
  if (!task || !location) {
    return;
  }
  const repairs = planRepairs(task, location);
  const isNamed = source === 'program' && args.task !== undefined;
  const first = repairs[0];
  if (!first) {
    deps.messages.showInfo(
      `The worktree of task "${task.name}" needs no repair: it is at ${task.cwd}.`,
    );
  } else {
    const question = `What should happen to task "${task.name}"?`;
    const repair = isNamed ? first.value : await deps.choices.choose(question, repairs);
    await (repair && REPAIRS[repair](deps, task));
  }
  deps.worktreeStates.refresh(task.id);
}

/** The possible repairs of a worktree, the most likely first; none if it is at its path. */
export function planRepairs(task: Task, location: WorktreeLocation): readonly Choice<Repair>[] {
  switch (location.kind) {
    case 'there':
      return [];
    case 'moved':
      return [
        { label: 'Use the new location', description: location.path, value: 'link' },
        ...OTHER_WAYS,
      ];
    case 'broken':
      return [
        {
          label: 'Link it with its repository again',
          description: describeBroken(task, location.left),
          value: 'link',
        },
        ...OTHER_WAYS,
      ];
    case 'missing':
      return [
        {
          label: 'Create it again from its branch',
          description: task.worktree?.branch,
          value: 'remake',
        },
        ...OTHER_WAYS,
      ];
  }
}

/** Lists the contents of the directory, because linking does not change them. */
function describeBroken({ cwd }: Task, left: readonly string[] | undefined): string {
  return left === undefined ? cwd : `${cwd} has no .git, and stays as it is: ${formatNames(left)}`;
}

const OTHER_WAYS: readonly Choice<Repair>[] = [
  { label: 'Choose its directory...', value: 'choose' },
  { label: 'Delete the task...', value: 'delete' },
];

const REPAIRS = {
  link: (deps, task) => deps.worktrees.repair(task),
  remake,
  choose: chooseDirectory,
  delete: (deps, { id }) => deleteTask(deps, { task: id }, 'person'),
} as const satisfies Record<Repair, (deps: CommandServices, task: Task) => Promise<unknown>>;

async function remake(deps: CommandServices, task: Task): Promise<void> {
  const folder = requireFolderOf(deps, task);
  if ((await deps.confirmValues.confirm(folder, SHELL_PROVIDER_ID)) === 'answered') {
    await remakeWorktree(deps, task, 'restore');
  }
}

async function chooseDirectory(deps: CommandServices, task: Task): Promise<void> {
  const path = await deps.choices.chooseDirectory(`Where is the worktree of "${task.name}"?`);
  if (path !== undefined) {
    await deps.worktrees.repair(task, path);
  }
}
