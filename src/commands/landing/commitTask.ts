import type { Committable } from '../../agents/landing/taskCommits';
import type { CommandsEnd } from '../../agents/start/commandRuns';
import { requireTrust } from '../../pty/trustGuard';
import type { Task } from '../../tasks/task';
import type { ChangedFile } from '../../worktrees/changes/changes';
import { countOf } from '../../worktrees/formatNames';
import type { Named } from '../../worktrees/git/commits';
import { isCommittable, type MadeCommit } from '../../worktrees/landing/prepareCommit';
import type { CommandArguments } from '../commandArguments';
import type { CommandServices } from '../commandServices';
import { chooseKnownTask, requireFolderOf } from '../tasks/chooseKnownTask';
import { isArchived } from '../tasks/taskArguments';
import { describeCommandsEnd } from '../tasks/terminalRuns';
import { chooseCommitMessage, type CommitMessage } from './commitMessage';

/**
 * Commits what a task has changed: the files that the person chooses, with a message of theirs or of the agent. Git runs in a
 * terminal of the task, where hooks and signatures can ask.
 */
export async function commitTask(
  deps: CommandServices,
  { folder, message, paths, task: named }: CommandArguments['commitTask'],
): Promise<{ readonly task: string; readonly commit: string } | undefined> {
  requireTrust(deps.workspace().isTrusted);
  const task = await chooseKnownTask(deps, {
    folder,
    task: named,
    question: 'What which task has changed do you want to commit?',
    isEligible: (one) => !isArchived(one),
    noneMessage: 'There is no task whose changes could be committed.',
  });
  const found =
    task && (await deps.busy('Looking at the changes...', () => deps.commits.look(task)));
  if (!task || !found) {
    return undefined;
  }
  const files = found.changes.files.filter(isCommittable);
  if (files.length === 0 && !found.isMerge) {
    deps.messages.showInfo(describeNone(task, found));
    return undefined;
  }
  const chosen = paths ?? (await chooseFiles(deps, found, files));
  if (!chosen) {
    return undefined;
  }
  const isMessageGiven = message !== undefined;
  const written: CommitMessage | undefined = isMessageGiven
    ? { text: message, isEdited: false }
    : await chooseCommitMessage(deps, task, found.isMerge);
  return written && commit(deps, task, { found, paths: chosen, message: written });
}

interface Chosen {
  readonly found: Committable;
  readonly paths: readonly string[];
  readonly message: CommitMessage;
}

async function commit(
  deps: CommandServices,
  task: Task,
  { found, message, paths }: Chosen,
): Promise<{ readonly task: string; readonly commit: string } | undefined> {
  const folder = requireFolderOf(deps, task);
  const { text, isEdited } = message;
  const planned = await deps.commits.prepare(task, found, { paths, message: text, isEdited });
  let end: CommandsEnd | undefined;
  let made: MadeCommit | undefined;
  try {
    const request = { folder, task, label: 'Commit', commands: [planned.command] };
    end = await deps.runs.run(request, { focus: 'take' });
    const sentence = describeCommandsEnd(end, `the commit of task "${task.name}"`);
    if (sentence !== undefined) {
      deps.messages.showNotice(sentence);
    }
  } finally {
    made = await planned.finish(end?.kind === 'done');
  }
  deps.worktreeStates.refresh(task.id);
  if (made) {
    deps.messages.showInfo(describeMade(task, made, found.isMerge ? 0 : paths.length));
  }
  return made && { task: task.id, commit: made.id };
}

/** Undefined if the person cancels. In a merge, none may be chosen: it has what is staged. */
async function chooseFiles(
  deps: CommandServices,
  { isMerge, made, own }: Committable,
  files: readonly ChangedFile[],
): Promise<readonly string[] | undefined> {
  if (files.length === 0) {
    return [];
  }
  const choices = files.map(({ added, kind, path, removed }) => ({
    label: path,
    description: [kind, ...(added === undefined ? [] : [`+${added} −${removed ?? 0}`])].join(', '),
    value: path,
    isPicked: own.has(path),
  }));
  const staged = isMerge ? ' What is staged is committed, too, because this ends a merge.' : '';
  const question = `Which files?${staged}${describeCommits(made)}`;
  const chosen = await deps.choices.chooseMany(question, choices);
  return chosen?.length === 0 && !isMerge ? undefined : chosen;
}

function describeCommits({ count, names }: Named): string {
  return count === 0 ? '' : ` Committed already: ${countOf(count, 'commit')} (${names[0] ?? ''}).`;
}

function describeNone({ name }: Task, { changes, made }: Committable): string {
  const left = changes.files.length === 0 ? '' : ' that git can name';
  return `Task "${name}" has no uncommitted changes${left}.${describeCommits(made)}`;
}

function describeMade({ name }: Task, { id, subject }: MadeCommit, files: number): string {
  return `Task "${name}" was committed as ${id.slice(0, 7)} "${subject}"${files === 0 ? '' : `: ${countOf(files, 'file')}`}.`;
}
