import type { TaskWorktrees } from '../../agents/worktrees/taskWorktrees';
import { SessionError } from '../../base/errors';
import { quoteForShell } from '../../pty/shell/quoteForShell';
import type { Task } from '../../tasks/task';
import type { Worktree } from '../../worktrees/worktree';
import type { CommitText, Publication } from '../../worktrees/publication';
import type { Gh, GhAnswer, GhFailure } from './gh';
import type { BaseRepository, PullRequest } from './pullRequest';

interface TaskPullRequestsDeps {
  readonly gh: Pick<Gh, 'create' | 'findPullRequest' | 'findRepository'>;
  readonly worktrees: Pick<TaskWorktrees, 'isPublished' | 'publication' | 'requireThere'>;
  /** The setting `gitPath` of a folder; empty for none. */
  readonly gitPathOf: (folderUri: string) => string;
}

/** What a new pull request would contain, and what is sent where. */
export interface PullRequestPlan {
  readonly kind: 'new';
  /** The repository that gets it, such as `microsoft/vscode`. */
  readonly repository: string;
  readonly branch: string;
  /** The branch as the repository names it: with its owner, if it is in another repository. */
  readonly head: string;
  readonly base: string;
  /** The branch at which the task began, if no remote has it; then `base` is the default branch. */
  readonly missingBase: string | undefined;
  readonly remote: string;
  /** The command that pushes the branch; undefined if the remote has all of its commits. */
  readonly push: string | undefined;
  /** Oldest first. */
  readonly commits: readonly CommitText[];
  /** Files whose changes are not committed, and so not part of it. */
  readonly uncommitted: number;
}

type Planned = PullRequestPlan | { readonly kind: 'exists'; readonly value: PullRequest };

/** What was created; without a number if GitHub CLI printed a URL of another form. */
export type CreatedPullRequest = Pick<PullRequest, 'url'> & Partial<Pick<PullRequest, 'number'>>;

/** The pull requests of tasks with worktrees, by GitHub CLI. */
export class TaskPullRequests {
  constructor(private readonly deps: TaskPullRequestsDeps) {}

  /** Whether a remote has the branch of the task, so that it can have a pull request. */
  isPublished(task: Task): Promise<boolean> {
    return this.deps.worktrees.isPublished(task);
  }

  /** @throws {SessionError} `ILLEGAL_STATE` if the worktree is not in its place, or not linked. */
  async find(task: Task): Promise<GhAnswer<PullRequest>> {
    if (!task.worktree) {
      return { kind: 'none' };
    }
    await this.deps.worktrees.requireThere(task);
    return this.deps.gh.findPullRequest(task.worktree.path);
  }

  /**
   * Plans a new pull request, unless one is open. Sends nothing.
   * @throws {SessionError} `ILLEGAL_STATE` if none can be created, with what to do about it.
   */
  async plan(task: Task): Promise<Planned> {
    const { worktree } = task;
    const publication = await this.deps.worktrees.publication(task);
    if (!worktree || !publication) {
      throw illegal(`Task "${task.name}" has no worktree, so it has no branch of its own.`);
    }
    const { branch, remote } = requirePushable(task, worktree, publication);
    const repository = requireAnswer(await this.deps.gh.findRepository(worktree.path));
    const found = await this.find(task);
    const existing = found.kind === 'none' ? undefined : requireAnswer(found);
    if (existing?.state === 'open' || existing?.state === 'draft') {
      return { kind: 'exists', value: existing };
    }
    const { base, missingBase } = chooseBase(publication, repository);
    const { owner = repository.owner } = parseRemote(remote.url);
    const isSame = owner.toLowerCase() === repository.owner.toLowerCase();
    if (isSame && base === branch) {
      throw illegal(
        `Task "${task.name}" works on ${branch} itself: a pull request needs a branch of another name.`,
      );
    }
    return {
      kind: 'new',
      repository: repository.name,
      branch,
      head: isSame ? branch : `${owner}:${branch}`,
      base,
      missingBase,
      remote: `${remote.name} (${parseRemote(remote.url).shown})`,
      push: remote.isCurrent ? undefined : this.formatPush(task, remote.name, branch),
      commits: publication.commits,
      uncommitted: publication.uncommitted,
    };
  }

  /**
   * Creates a planned pull request whose branch is pushed.
   * @throws {SessionError} `ILLEGAL_STATE` with GitHub CLI's message, or if the worktree is not in its place or not
   * linked.
   */
  async create(
    task: Task,
    { base, head }: PullRequestPlan,
    text: { readonly title: string; readonly body: string },
  ): Promise<CreatedPullRequest> {
    const path = task.worktree?.path ?? task.cwd;
    await this.deps.worktrees.requireThere(task);
    const answer = await this.deps.gh.create(path, { ...text, base, head });
    if (answer.kind === 'found') {
      const number = /\/pull\/(\d+)$/.exec(answer.value)?.[1];
      return { url: answer.value, ...(number !== undefined && { number: Number(number) }) };
    }
    // GitHub may have created it all the same, for example before the time limit.
    const found = await this.find(task);
    if (found.kind === 'found' && found.value.state === 'open') {
      return found.value;
    }
    throw toError(answer, 'created no pull request');
  }

  private formatPush({ folder }: Task, remote: string, branch: string): string {
    const git = this.deps.gitPathOf(folder) || 'git';
    // In full: git reads a branch named `+main` as a forced push of main, and `--force` as an option.
    const ref = `refs/heads/${branch}`;
    const words = [git, 'push', '--set-upstream', '--', remote, `${ref}:${ref}`];
    return words.map(quoteForShell).join(' ');
  }
}

function requirePushable(
  { name }: Task,
  { branch: created, path }: Worktree,
  { branch, commits, remote, remotes, uncommitted, base }: Publication,
) {
  if (branch === undefined) {
    throw illegal(
      `Task "${name}" has no branch checked out: check out ${created} in ${path}, or create a branch there.`,
    );
  }
  if (!remote) {
    throw illegal(
      remotes.length === 0
        ? `The repository of task "${name}" has no remote: add the one on GitHub with "git remote add origin".`
        : `Git has no remote to push task "${name}" to: name one of ${remotes.join(', ')} with "git config remote.pushDefault".`,
    );
  }
  if (commits.length === 0) {
    throw illegal(
      uncommitted === 0
        ? `Task "${name}" has no commit that ${base.branch ?? 'its start'} does not have.`
        : `Task "${name}" has not committed its changes: commit them first.`,
    );
  }
  return { branch, remote };
}

function chooseBase({ base }: Publication, { defaultBranch, name }: BaseRepository) {
  if (base.branch !== undefined && base.isOnRemote) {
    return { base: base.branch, missingBase: undefined };
  }
  if (defaultBranch === undefined) {
    throw illegal(`${name} has no branch yet: push its main branch first.`);
  }
  return {
    base: defaultBranch,
    missingBase: base.branch === defaultBranch ? undefined : base.branch,
  };
}

/** The owner that a remote's URL names, as GitHub has them; and the URL without a password. */
function parseRemote(url: string) {
  const shown = url.replace(/^(\w+:\/\/)[^/@]*@/, '$1');
  const owner = /[/:]([^/:]+)\/[^/]+$/.exec(url.replace(/\/$/, ''))?.[1];
  return { shown, owner };
}

function requireAnswer<Value>(answer: GhAnswer<Value>): Value {
  if (answer.kind === 'found') {
    return answer.value;
  }
  throw toError(answer, 'gave no answer');
}

function toError(answer: GhFailure | { readonly kind: 'none' }, what: string): SessionError {
  switch (answer.kind) {
    case 'missing':
      return illegal(
        'GitHub CLI (gh) is not on the PATH: install it from https://cli.github.com, run "gh auth login", and restart VS Code if it is still not found.',
      );
    case 'signedOut':
      return illegal('GitHub CLI (gh) is not signed in: run "gh auth login" in a terminal first.');
    case 'failed':
      return illegal(`GitHub CLI (gh) ${what}: ${answer.reason}.`);
    case 'none':
      return illegal(`GitHub CLI (gh) ${what}.`);
  }
}

function illegal(message: string): SessionError {
  return new SessionError('ILLEGAL_STATE', message);
}
