import { stat } from 'node:fs/promises';
import { join, isAbsolute } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { SessionError } from '../../base/errors';
import { toVisibleText } from '../../base/text/visibleText';
import { requireSuccess, type Git, NO_HOOKS } from '../git/git';
import { readLink } from '../git/worktreeEntries';

/** Lines of a failed hook that a notice contains, and characters of each. */
const SHOWN_LINES = 5;
const SHOWN_CHARACTERS = 200;

interface Checkout {
  readonly repository: string;
  readonly path: string;
  readonly branch: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Adds a worktree in an empty directory. A hook that fails after the checkout leaves the worktree, as in
 * git; it is described in a notice.
 */
export async function checkOut(git: Git, checkout: Checkout): Promise<readonly string[]> {
  const { repository, path, branch, signal } = checkout;
  // Quiet: what git prints is then its error, or the output of the hook.
  const args = ['worktree', 'add', '--quiet', path, branch];
  try {
    const answer = await git.attempt(repository, args, { signal });
    if (answer.code !== 0 && (await isCheckedOut(path))) {
      const end =
        answer.code === null ? 'was ended by a signal' : `failed with exit code ${answer.code}`;
      return [describeHook(repository, end, answer.stderr)];
    }
    requireSuccess(repository, args, answer);
    return [];
  } catch (error) {
    const reason = SessionError.is(error, 'SPAWN_FAILED') ? error.cause : undefined;
    if (typeof reason === 'string' && (await isCheckedOut(path))) {
      return [describeHook(repository, `${reason} and was ended`, '')];
    }
    throw error;
  }
}

/** Git locks a worktree until all of its files are there, then runs the hook. */
async function isCheckedOut(path: string): Promise<boolean> {
  const directory = await readLink(path);
  return (
    directory !== undefined &&
    (await exists(join(directory, 'index'))) &&
    !(await exists(join(directory, 'locked')))
  );
}

function describeHook(repository: string, end: string, output: string): string {
  const lines = output
    .split('\n')
    .map((line) => toVisibleText(stripVTControlCharacters(line)).trim())
    .filter((line) => line !== '')
    .slice(-SHOWN_LINES)
    .map((line) => line.slice(0, SHOWN_CHARACTERS));
  const shown = lines.length === 0 ? '' : ` Its last lines: ${lines.join(' / ')}`;
  return `The hook post-checkout of ${repository} ${end}. The worktree is kept, without what the hook does.${shown}`;
}

/**
 * The sentence that tells of a `core.hooksPath` which the source has and its worktree lacks: git then
 * commits there without hooks, and without a message. Undefined if nothing is missing.
 */
export async function describeMissingHooks(
  git: Git,
  { source, path }: { readonly source: string; readonly path: string },
): Promise<string | undefined> {
  const values = await git.findLine(path, ['config', '--type=path', '--get-all', 'core.hooksPath']);
  // A run without hooks overrides the value.
  const hooks = values?.split('\n').findLast((value) => value !== NO_HOOKS);
  if (hooks === undefined || isAbsolute(hooks)) {
    return undefined;
  }
  const [there, here] = await Promise.all([exists(join(source, hooks)), exists(join(path, hooks))]);
  return there && !here
    ? `Commits in worktrees of ${source} run no hooks, because core.hooksPath leads to ${hooks}, which git does not track: add it to the setting agentTerminals.worktree.copy, or create it in agentTerminals.worktree.setup.`
    : undefined;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
