import { toVisibleText } from '../../../base/text/visibleText';
import type { Task } from '../../../tasks/task';
import { formatNames } from '../../../worktrees/formatNames';
import type { TaskOverlaps } from './overlaps';

/** The most files in a tooltip. */
const MAX_FILES = 10;

/** The part of a task's row: `overlaps Fix login`. */
export function describeOverlaps(overlaps: TaskOverlaps | undefined): readonly string[] {
  if (!overlaps) {
    return [];
  }
  const [first, ...more] = overlaps.tasks;
  return more.length > 0
    ? [`overlaps ${overlaps.tasks.length} tasks`]
    : [`overlaps ${first?.name}`];
}

/** The lines of a task's tooltip. */
export function explainOverlaps(overlaps: TaskOverlaps | undefined): readonly string[] {
  if (!overlaps) {
    return [];
  }
  const paths = [...overlaps.files.keys()].map(toVisibleText);
  const more = paths.length - MAX_FILES;
  return [
    `Has changed the same files as ${nameAll(overlaps.tasks)}:`,
    ...paths.slice(0, MAX_FILES),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

/** The line of a file's tooltip. */
export function explainOthers(others: readonly Task[]): readonly string[] {
  return others.length > 0 ? [`Also changed by ${nameAll(others)}.`] : [];
}

function nameAll(tasks: readonly Task[]): string {
  return formatNames(tasks.map(({ name }) => name));
}
