import { basename, dirname, join, resolve } from 'node:path';
import { SessionError } from '../../base/errors';
import { findBlockingBranch } from '../git/branches';
import { MAX_NAME_TRIES } from '../limits';
import { isInside } from '../../base/isInside';
import { pathKey } from '../paths';
import { numbered } from './slug';

/** What the names of a new worktree depend on. */
export interface NameFacts {
  /** The directory that the worktree's own is made in. */
  readonly directory: string;
  readonly slug: string;
  readonly branchPrefix: string;
  /** The repository's branches. */
  readonly branches: readonly string[];
  /** Paths that git holds for worktrees, be they there or not. */
  readonly worktreePaths: readonly string[];
}

export interface Names {
  readonly path: string;
  readonly branch: string;
}

/** Where a repository lies, and where its worktrees are to lie. */
export interface Places {
  /** Its main working tree. */
  readonly main: string;
  /** The outermost working tree that `main` is a submodule of, or itself. */
  readonly outermost: string;
  /** The setting `worktree.directory`; empty = beside the repository. */
  readonly setting: string;
  /** The person's home, for a `~` in it. */
  readonly home: string;
}

/**
 * The directory for a repository's worktrees: `<repository>.worktrees`, as VS Code's own git
 * support has it, beside the repository or in the directory of the setting, which is taken
 * from the main working tree on if it is relative.
 */
export function worktreesDirectory({ main, outermost, setting, home }: Places): string {
  const name = `${basename(main).replace(/(?<=.)\.git$/, '')}.worktrees`;
  const chosen = setting.replace(/^~(?=$|[/\\])/, () => home);
  return join(setting === '' ? dirname(outermost) : resolve(main, chosen), name);
}

/** @throws {SessionError} `BAD_REQUEST` if the directory lies in one of the repository's working trees. */
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
 * The names that a new worktree may have, best first; the disk decides which is free.
 * @throws {SessionError} `BAD_REQUEST` if the branch cannot be made whatever the number.
 */
export function* candidateNames(facts: NameFacts): Generator<Names> {
  const held = new Set(facts.worktreePaths.map(pathKey));
  requirePossible(facts);
  for (let number = 1; number <= MAX_NAME_TRIES; number += 1) {
    const name = numbered(facts.slug, number);
    const branch = `${facts.branchPrefix}${name}`;
    const path = join(facts.directory, name);
    const isBlocked = findBlockingBranch(facts.branches, branch) !== undefined;
    if (!isBlocked && !held.has(pathKey(path))) {
      yield { path, branch };
    }
  }
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
