import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from './git';

/** The mode of an index entry that stands for a commit of another repository. */
const SUBMODULE_ENTRY = /^160000 [^\t]*\t/;

/** The submodules of a working tree that are checked out in it. */
export async function findCheckedOutSubmodules(git: Git, root: string): Promise<readonly string[]> {
  const entries = (await git.read(root, ['ls-files', '--stage', '-z'])).split('\0');
  const paths = entries
    .filter((entry) => SUBMODULE_ENTRY.test(entry))
    .map((entry) => entry.replace(SUBMODULE_ENTRY, ''));
  const states = await Promise.all(paths.map((path) => isCheckedOut(join(root, path))));
  return paths.filter((_, index) => states[index]);
}

async function isCheckedOut(directory: string): Promise<boolean> {
  return (await stat(join(directory, '.git')).catch(() => undefined)) !== undefined;
}
