import { basename, dirname, join, resolve } from 'node:path';
import { SessionError } from '../../base/errors';
import { findBlockingBranch } from '../git/branches';
import { MAX_NAME_TRIES } from '../limits';
import { isInside } from '../../base/isInside';
import { pathKey } from '../paths';

export interface NameFacts {
  readonly directory: string;
  readonly slug: string;
  readonly branchPrefix: string;
  readonly branches: readonly string[];
  /** The names of the remotes' branches, without the remotes. */
  readonly remoteBranches: readonly string[];
  /** The paths of worktrees in git's list, existing or not. */
  readonly worktreePaths: readonly string[];
}

export interface Names {
  readonly path: string;
  readonly branch: string;
}

interface DirectoryFacts {
  readonly main: string;
  /** The outermost working tree of which `main` is a submodule, or `main` itself. */
  readonly outermost: string;
  /** The setting `worktree.directory`; empty: beside the repository. */
  readonly setting: string;
  /** The person's home directory, for a `~` in the setting. */
  readonly home: string;
}

/**
 * The directory for a repository's worktrees: `<repository>.worktrees`, as in VS Code's own git
 * support, beside the repository or in the directory of the setting. A relative setting starts at
 * the main working tree.
 */
export function worktreesDirectory({ main, outermost, setting, home }: DirectoryFacts): string {
  const name = `${basename(main).replace(/(?<=.)\.git$/, '')}.worktrees`;
  const chosen = setting.replace(/^~(?=$|[/\\])/, () => home);
  return join(setting === '' ? dirname(outermost) : resolve(main, chosen), name);
}

/**
 * @throws {SessionError} `BAD_REQUEST` if the directory is inside one of the repository's working
 * trees.
 */
export function requireOutside(directory: string, trees: readonly string[]): void {
  const around = trees.find((tree) => isInside(directory, tree));
  if (around !== undefined) {
    throw new SessionError(
      'BAD_REQUEST',
      `Worktrees would be made in ${directory}, inside the working tree ${around}: choose a directory outside of it in the setting agentTerminals.worktree.directory.`,
    );
  }
}

/**
 * The possible names of a new worktree, best first. The file system decides which of them are free.
 * @throws {SessionError} `BAD_REQUEST` if no number makes the branch possible.
 */
export function* candidateNames(facts: NameFacts): Generator<Names> {
  const held = new Set(facts.worktreePaths.map(pathKey));
  requirePossible(facts);
  for (let number = 1; number <= MAX_NAME_TRIES; number += 1) {
    const name = numbered(facts.slug, number);
    const branch = `${facts.branchPrefix}${name}`;
    const path = join(facts.directory, name);
    if (!isTaken(facts, branch) && !held.has(pathKey(path))) {
      yield { path, branch };
    }
  }
}

/** A remote's branch above the name, such as `agent`, blocks no branch here, and no number would avoid it. */
function isTaken({ branches, remoteBranches }: NameFacts, branch: string): boolean {
  const others = remoteBranches.filter((other) => other.length >= branch.length);
  return findBlockingBranch([...branches, ...others], branch) !== undefined;
}

function requirePossible({ branches, branchPrefix, slug }: NameFacts): void {
  const [directory = ''] = branchPrefix.split(/\/(?=[^/]*$)/);
  const blocking = branches.find((other) =>
    `${branchPrefix}${slug}`.toLowerCase().startsWith(`${other.toLowerCase()}/`),
  );
  if (blocking !== undefined) {
    throw new SessionError(
      'BAD_REQUEST',
      `While the branch ${blocking} exists, no other can be named ${directory}/...: rename it, or change the setting agentTerminals.worktree.branchPrefix.`,
    );
  }
}

/** The most characters (code points) of a slug, enough to recognise the task. */
export const MAX_SLUG_LENGTH = 40;

/** Device names, which Windows does not allow for files. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * A task's name in a form that is valid for branches and directories on every system: lower-case
 * letters and digits of any script, joined by single hyphens; `task` if none remain.
 */
export function toSlug(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  const slug = shorten(words.join('-'));
  return slug === '' ? 'task' : DEVICE.test(slug) ? `task-${slug}` : slug;
}

/** Shortened at the last hyphen, if at least half remains. */
function shorten(slug: string): string {
  const letters = [...slug];
  if (letters.length <= MAX_SLUG_LENGTH) {
    return slug;
  }
  const hyphen = letters.lastIndexOf('-', MAX_SLUG_LENGTH);
  return letters.slice(0, hyphen >= MAX_SLUG_LENGTH / 2 ? hyphen : MAX_SLUG_LENGTH).join('');
}

/** `fix`, then `fix-2`, `fix-3`, ... */
export function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name}-${number}`;
}
