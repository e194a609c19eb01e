import { SessionError } from '../../base/errors';
import { NO_HOOKS, requireSuccess, type Git } from '../git/git';
import { MAX_TEXT_BYTES } from '../limits';

const SETTINGS = [
  // Empty, since before git 2.36 `false` would be the name of a program.
  'core.fsmonitor=',
  `core.hooksPath=${NO_HOOKS}`,
  // A copy of an index would create a shared part in the repository.
  'core.splitIndex=false',
  `core.bigFileThreshold=${MAX_TEXT_BYTES}`,
];

const ARGS = ['--no-pager', '--literal-pathspecs', ...SETTINGS.flatMap((value) => ['-c', value])];

/** A partial clone would fetch what it lacks, by programs that its configuration names. */
const ENV = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' } as const;

const NO_MATCH = 1;

/**
 * Git that runs no program that a repository configures, if a command reads no files of the working
 * tree and converts none: no file system monitor, hooks, pager or transport.
 */
export function quietGit(git: Git): Git {
  return git.with({ args: ARGS, env: ENV });
}

/**
 * As {@link quietGit}, also for commands that read the working tree: without the filter drivers that
 * are configured now. Git LFS is one, so its changed files are compared as they are on disk. The
 * external drivers of a diff are turned off by its options.
 * @throws {SessionError} `ILLEGAL_STATE` if a driver has a name that git cannot turn off.
 */
export async function quietGitWithoutFilters(git: Git, cwd: string): Promise<Git> {
  const quiet = quietGit(git);
  const args = ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'];
  const answer = await quiet.query(cwd, args);
  const keys = answer.code === NO_MATCH ? '' : requireSuccess(cwd, args, answer);
  const names = keys.split('\0').map((key) => key.replace(/\.[^.]*$/, ''));
  const drivers = new Set(names.filter((name) => name !== ''));
  return quiet.with({ args: [...drivers].flatMap((driver) => turnOff(cwd, driver)) });
}

/** An empty `process` also keeps git from `clean`. A `required` filter that does nothing would be an error. */
function turnOff(cwd: string, driver: string): readonly string[] {
  if (driver.includes('=')) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The changes in ${cwd} are not read, because its git configuration has a "${driver}", which cannot be turned off: rename it without "=".`,
    );
  }
  const values = ['process=', 'clean=', 'smudge=', 'required=false'];
  return values.flatMap((value) => ['-c', `${driver}.${value}`]);
}
