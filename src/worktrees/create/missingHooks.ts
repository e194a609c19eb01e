import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { NO_HOOKS, type Git } from '../git/git';

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
