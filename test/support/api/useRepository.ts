import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the folder of each test a git repository with a commit and an uncommitted change of `a file`.
 * Returns a function that runs git there and returns its output.
 */
export function useRepository(
  placeOf: () => { readonly folder: string; readonly home: string },
): (...args: readonly string[]) => string {
  const runGit = (...args: readonly string[]): string => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
    const { home, folder: cwd } = placeOf();
    const env = { HOME: home, PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', [...identity, ...args], { cwd, env, stdio: 'pipe' }).toString();
  };

  beforeEach(() => {
    const file = join(placeOf().folder, 'a file');
    runGit('init', '--initial-branch=main');
    writeFileSync(file, 'one\n');
    runGit('add', '.');
    runGit('commit', '-m', 'first');
    writeFileSync(file, 'two\n');
  });

  return runGit;
}
