import { SessionError } from '../base/errors';
import { toOneLine } from '../base/text/oneLine';
import type { Task } from './task';

/** The most characters (code points) that a task's name may have. */
export const MAX_TASK_NAME_LENGTH = 500;

/**
 * A task's name as it is stored: on one line, without control characters, trimmed.
 * @throws {SessionError} `BAD_REQUEST` if the result is empty or too long.
 */
export function parseTaskName(text: string): string {
  const name = toOneLine(text);
  const length = [...name].length;
  if (length === 0) {
    throw new SessionError(
      'BAD_REQUEST',
      'A task needs a name: type at least one visible character.',
    );
  }
  if (length > MAX_TASK_NAME_LENGTH) {
    throw new SessionError(
      'BAD_REQUEST',
      `The task's name has ${length} characters: shorten it to at most ${MAX_TASK_NAME_LENGTH}.`,
    );
  }
  return name;
}

/** The task with the id `text`; if none has it, all tasks with that name. */
export function findTasks(text: string, tasks: readonly Task[]): readonly Task[] {
  const byId = tasks.filter((task) => task.id === text);
  return byId.length > 0 ? byId : tasks.filter((task) => task.name === text.trim());
}

/** The name, or the name with the lowest number from 2 on that makes it none of `taken`. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) {
    free = `${name} ${number}`;
  }
  return free;
}
