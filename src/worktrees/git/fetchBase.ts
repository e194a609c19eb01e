import { SessionError } from '../../base/errors';
import { beginStep, type Steps } from '../create/steps';
import { GIT_FETCH_LIMIT_MS } from '../limits';
import { findCommit, HEADS, listRemotes, splitRemote, type Base } from './branches';
import { isAncestor } from './commits';
import { gitReason, type Git } from './git';

interface RemoteBranch {
  readonly remote: string;
  /** In the remote, in full, such as `refs/heads/main`. */
  readonly ref: string;
  /** Here, in full, such as `refs/remotes/origin/main`. */
  readonly tracking: string;
}

interface FetchedBase {
  readonly base: Base;
  readonly notices: readonly string[];
}

/** The branch of a remote that `fetchBase` would fetch, such as `origin/main`; undefined if none. */
export async function findRemoteName(
  git: Git,
  root: string,
  base: Base,
): Promise<string | undefined> {
  const found = await findRemote(git, root, base);
  return found && shortName(found.tracking);
}

/**
 * Fetches the branch of a remote that the base is or follows. Returns its newest commit, unless the base has commits of
 * its own; and the base as it is here, with a notice, if the fetch fails.
 * @param use what happens at the base, for notices, such as `the worktree begins at`.
 */
export async function fetchBase(
  git: Git,
  root: string,
  base: Base,
  { use, ...steps }: Steps & { readonly use: string },
): Promise<FetchedBase> {
  const from = await findRemote(git, root, base);
  if (from === undefined || base.branch === undefined) {
    return { base, notices: [] };
  }
  const name = shortName(from.tracking);
  beginStep(steps, `Fetching ${name}`);
  const failure = await fetch(git, root, from, steps);
  const here = shortName(base.branch);
  if (failure !== undefined) {
    const notice = `${name} could not be fetched (${failure}): ${use} ${here} as it is here.`;
    return { base, notices: [notice] };
  }
  const tip = await findCommit(git, root, from.tracking);
  if (tip === undefined || (await isAncestor(git, root, tip, base.commit))) {
    return { base, notices: [] };
  }
  if (base.branch === from.tracking || (await isAncestor(git, root, base.commit, tip))) {
    return { base: { ...base, commit: tip }, notices: [] };
  }
  const notice = `${here} and ${name} have both gone on: ${use} ${here}, without the commits of ${name}.`;
  return { base, notices: [notice] };
}

async function findRemote(
  git: Git,
  root: string,
  { branch }: Base,
): Promise<RemoteBranch | undefined> {
  if (branch === undefined) {
    return undefined;
  }
  if (!branch.startsWith(HEADS)) {
    const found = splitRemote(branch, await listRemotes(git, root));
    return found && { remote: found.remote, ref: `${HEADS}${found.branch}`, tracking: branch };
  }
  const format = '--format=%(upstream:remotename)%00%(upstream:remoteref)%00%(upstream)';
  const line = await git.findLine(root, ['for-each-ref', format, branch]);
  const [remote = '', ref = '', tracking = ''] = line?.split('\0') ?? [];
  // A branch can follow another one of its own repository, or of one that has no name.
  const isNamed = remote !== '' && remote !== '.' && tracking !== '';
  return isNamed ? { remote, ref, tracking } : undefined;
}

/** Returns the reason if it fails. */
async function fetch(
  git: Git,
  root: string,
  { remote, ref, tracking }: RemoteBranch,
  { signal }: Steps,
): Promise<string | undefined> {
  const options = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-gc'];
  const args = ['fetch', ...options, '--no-write-fetch-head', '--', remote, `+${ref}:${tracking}`];
  try {
    const answer = await git.attempt(root, args, { signal, timeoutMs: GIT_FETCH_LIMIT_MS });
    return answer.code === 0 ? undefined : gitReason(answer) || 'git gave no reason';
  } catch (error) {
    if (SessionError.is(error, 'SPAWN_FAILED') && typeof error.cause === 'string') {
      return `git ${error.cause}`;
    }
    throw error;
  }
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(heads|remotes)\//, '');
}
