import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Git } from './git';

/**
 * Copies the sparse checkout of the working tree `from` to `to`. Since 2.36 git does this when it
 * adds a worktree; with older versions the new one has all files.
 */
export async function adoptSparseCheckout(git: Git, from: string, to: string): Promise<void> {
  if (!(await isSparse(git, from)) || (await isSparse(git, to))) {
    return;
  }
  const [source, target] = await Promise.all([patternFile(git, from), patternFile(git, to)]);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target);
  for (const key of ['core.sparseCheckout', 'core.sparseCheckoutCone']) {
    const value = await git.findLine(from, ['config', '--type=bool', key]);
    await git.write(to, ['config', '--worktree', key, value ?? 'false']);
  }
  await git.write(to, ['read-tree', '-m', '-u', 'HEAD']);
}

/** Whether the working tree checks out only files that match its own patterns. */
async function isSparse(git: Git, root: string): Promise<boolean> {
  const isOn = await git.findLine(root, ['config', '--type=bool', 'core.sparseCheckout']);
  if (isOn !== 'true') {
    return false;
  }
  // An entry marked S is not checked out.
  const entries = await git.read(root, ['ls-files', '-t', '-z']);
  return entries.split('\0').some((entry) => entry.startsWith('S '));
}

async function patternFile(git: Git, root: string): Promise<string> {
  return resolve(
    root,
    await git.readLine(root, ['rev-parse', '--git-path', 'info/sparse-checkout']),
  );
}
