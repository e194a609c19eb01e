import { SessionError } from '../../base/errors';
import { formatNames } from '../formatNames';
import type { Named } from '../git/commits';

/** How the work of a task gets into a branch: with its commits, or as one commit. */
export type LandingWay = 'merge' | 'squash';

/** A branch that was moved to work of a task, as stored data. Commits are full ids. */
export interface Landing {
  /** The branch, in full, such as `refs/heads/main`. */
  readonly branch: string;
  /** Where the branch was before. */
  readonly from: string;
  /** Where it was moved to. */
  readonly to: string;
  /** The task's commit, whose work `to` contains. */
  readonly head: string;
  /** ISO 8601. */
  readonly at: string;
  /** The process that moves the branch; undefined once it has. */
  readonly begunBy?: number | undefined;
}

/** What a landing would do. It is made before anything is changed. */
export interface LandingPlan {
  /** The branch, in full, such as `refs/heads/main`. */
  readonly branch: string;
  /** The branch's commit. */
  readonly from: string;
  /** The commit on which the work lands: `from`, or the newer one of the branch's upstream. */
  readonly onto: string;
  /** The name of the branch whose commit that is, such as `main` or `origin/main`. */
  readonly ontoName: string;
  /** The task's commit. */
  readonly head: string;
  /** What is checked out in the task's worktree, such as `agent/fix`; its commit if that is no branch. */
  readonly headName: string;
  /** The task's commits that `onto` lacks. */
  readonly commits: Named;
  /** The only working tree that has checked out the branch. */
  readonly place: string | undefined;
  readonly result: LandingResult;
  /** Whether the branch needs no commit of its own to take in the task's commits. */
  readonly isFastForward: boolean;
  /** Whether the person's configuration asks for signed commits. */
  readonly isSigned: boolean;
  /** What the person should know, a sentence each. */
  readonly notices: readonly string[];
}

export type LandingResult =
  | {
      readonly kind: 'clean';
      /** The id of the tree. */
      readonly tree: string;
      /** How many files of the branch change. */
      readonly files: number;
    }
  /** Nothing lands before they are resolved. */
  | { readonly kind: 'conflicts'; readonly files: readonly string[] }
  /** Before 2.38 git cannot merge without touching files. */
  | { readonly kind: 'unforeseen' };

/** The name of a branch without `refs/heads/`. */
export function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, '');
}

/**
 * The result of a plan that can be landed.
 * @throws {SessionError} `ILLEGAL_STATE` for conflicts, with the names of the files, and for an unforeseen result.
 */
export function requireClean({
  branch,
  headName,
  result,
}: LandingPlan): Extract<LandingResult, { readonly kind: 'clean' }> {
  const into = branchName(branch);
  switch (result.kind) {
    case 'clean':
      return result;
    case 'conflicts':
      throw new SessionError(
        'ILLEGAL_STATE',
        `${headName} and ${into} conflict in ${formatNames(result.files)}, so nothing was landed: merge ${into} into ${headName} first.`,
      );
    case 'unforeseen':
      throw new SessionError(
        'ILLEGAL_STATE',
        `Git before 2.38 cannot tell whether ${headName} and ${into} conflict, so nothing was landed: merge ${into} into ${headName} first, or update git.`,
      );
  }
}
