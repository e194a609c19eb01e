import { TASK_ORDERS, type TaskOrder } from '../../config/settings';
import type { CommandArguments } from '../commandArguments';
import type { CommandServices } from '../commandServices';

const ORDERS = {
  newest: { label: 'Newest First', detail: 'The task that was created last is at the top.' },
  name: { label: 'By Name', detail: 'From A to Z.' },
  need: {
    label: 'By Need',
    detail: 'First those that need you, then those to review, then those at work.',
  },
} as const satisfies Record<TaskOrder, { readonly label: string; readonly detail: string }>;

/** Sets how the tasks of a folder are sorted: as the caller names it, or as the person chooses. */
export async function sortTasks(
  { choices, setForUser, settings }: CommandServices,
  { order }: CommandArguments['sortTasks'],
): Promise<void> {
  const { taskOrder } = settings(undefined);
  const options = TASK_ORDERS.map((value) => ({
    ...ORDERS[value],
    description: value === taskOrder ? 'current' : undefined,
    value,
  }));
  const chosen = order ?? (await choices.choose('How should tasks be sorted?', options));
  if (chosen !== undefined) {
    await setForUser('taskOrder', chosen);
  }
}
