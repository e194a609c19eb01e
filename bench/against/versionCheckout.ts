import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../scripts/lib/runProgram.mjs';

/** A checkout of another version, with its dependencies, in a temporary directory. */
export interface VersionCheckout {
  readonly directory: string;
  /** The commit, abbreviated. */
  readonly commit: string;
  readonly remove: () => Promise<void>;
}

/**
 * Checks out a commit, branch or tag of the repository and installs its dependencies.
 * @throws with one sentence, if no such version exists; also if its dependencies cannot be installed
 */
export async function checkOutVersion(
  repository: string,
  version: string,
): Promise<VersionCheckout> {
  const git = (...args: readonly string[]) => runProgram('git', args, { cwd: repository });
  const commit = await resolveCommit(git, version);
  const parent = await mkdtemp(join(tmpdir(), 'agent-terminals-bench-'));
  const directory = join(parent, 'checkout');
  const remove = async (): Promise<void> => {
    await git('worktree', 'remove', '--force', directory).catch(() => {});
    await rm(parent, { recursive: true, force: true });
  };
  try {
    await git('worktree', 'add', '--detach', directory, commit);
    await runProgram('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory });
    return { directory, commit, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function resolveCommit(
  git: (...args: readonly string[]) => Promise<string>,
  version: string,
): Promise<string> {
  try {
    const output = await git('rev-parse', '--short', '--verify', `${version}^{commit}`);
    return output.trim();
  } catch (error) {
    throw new Error(`There is no commit, branch or tag "${version}".`, { cause: error });
  }
}
