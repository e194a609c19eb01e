import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from './git';

/** An index entry that represents a commit of another repository, by its mode. */
const SUBMODULE_ENTRY = /^160000 [^\t]*\t/;

/** The submodules that are checked out in a working tree. */
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
