import { SessionError } from '../../base/errors';
import { toVisibleText } from '../../base/text/visibleText';
import { requireTrust } from '../../pty/trustGuard';
import type { Choice } from '../../views/dialogs/quickPickers';
import type { CommandArguments } from '../commandArguments';
import type { CommandServices } from '../commandServices';
import { chooseKnownTask } from '../tasks/chooseKnownTask';
import { requireChanges } from './reviewTask';

/**
 * Opens the diff of a file that two tasks have changed, and beside it that of the other task. Asks
 * for what the caller leaves open.
 * @throws {SessionError} `BAD_REQUEST` if no other task has changed the file.
 */
export async function showBoth(
  deps: CommandServices,
  args: CommandArguments['showBoth'],
): Promise<void> {
  requireTrust(deps.workspace().isTrusted);
  const task = await chooseKnownTask(deps, {
    ...args,
    question: 'Which task do you want to see beside another one?',
    isEligible: ({ id }) => deps.facts.overlapsOf(id) !== undefined,
    noneMessage: 'No two tasks have changed the same file in different working trees.',
  });
  const files = task && deps.facts.overlapsOf(task.id)?.files;
  if (!files) {
    return;
  }
  const paths = [...files].map(([value, others]) => {
    const description = others.map(({ name }) => name).join(', ');
    return { label: toVisibleText(value), description, value };
  });
  const path = args.path ?? (await chooseOne(deps, 'Which file?', paths));
  if (path === undefined) {
    return;
  }
  const others = files.get(path) ?? [];
  if (others.length === 0) {
    throw new SessionError(
      'BAD_REQUEST',
      `No other task has changed ${toVisibleText(path)}: choose another file.`,
    );
  }
  const choices = others.map((value) => ({ label: value.name, value }));
  const other = await chooseOne(deps, `Beside which task's ${toVisibleText(path)}?`, choices);
  if (other) {
    await deps.review.openFile({ task, changes: requireChanges(deps, task) }, path);
    const changes = requireChanges(deps, other);
    await deps.review.openFile({ task: other, changes }, path, { beside: true });
  }
}

/** Asks only if there are several. */
async function chooseOne<Value>(
  { choices }: CommandServices,
  question: string,
  all: readonly Choice<Value>[],
): Promise<Value | undefined> {
  const [first, ...more] = all;
  return first && more.length === 0 ? first.value : choices.choose(question, all);
}
