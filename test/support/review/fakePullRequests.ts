import type { CommandServices } from '../../../src/commands/commandServices';
import type { PullRequest } from '../../../src/review/pullRequests/pullRequest';
import type {
  PullRequestPlan,
  TaskPullRequests,
} from '../../../src/review/pullRequests/taskPullRequests';

export type PlannedPullRequest = Awaited<ReturnType<TaskPullRequests['plan']>>;

/** An open pull request, with defaults for what the test does not set. */
export function pullRequest(overrides: Partial<PullRequest> = {}): PullRequest {
  return {
    number: 12,
    state: 'open',
    title: 'Fix the till',
    url: 'https://github.com/ada/app/pull/12',
    ...overrides,
  };
}

/** The plan of a pull request whose branch is pushed first. */
export function pullRequestPlan(overrides: Partial<PullRequestPlan> = {}): PullRequestPlan {
  return {
    kind: 'new',
    repository: 'ada/app',
    branch: 'agent/t1',
    head: 'agent/t1',
    base: 'main',
    missingBase: undefined,
    remote: 'origin (git@github.com:ada/app.git)',
    push: 'git push --set-upstream -- origin refs/heads/agent/t1:refs/heads/agent/t1',
    commits: [{ subject: 'Fix the till', body: 'It rounds.' }],
    uncommitted: 0,
    ...overrides,
  };
}

/** Pull requests that note what is created. */
export function fakePullRequests(
  world: { readonly pullRequestPlans: PlannedPullRequest[] },
  note: (event: string) => void,
): Pick<CommandServices, 'pullRequests' | 'tree'> {
  return {
    pullRequests: {
      plan: () => {
        const plans = world.pullRequestPlans;
        return Promise.resolve((plans.length > 1 ? plans.shift() : plans[0]) ?? pullRequestPlan());
      },
      create: ({ id }, { base, head }, { body, title }) => {
        note(`create from ${head} into ${base} of ${id}: ${title} / ${body}`);
        return Promise.resolve(pullRequest());
      },
    },
    tree: {
      pullRequestStates: { refresh: (id) => note(`look at ${id ?? 'all'}`) },
      redraw: () => note('redraw'),
      showUncommitted: (isShown) => note(`show uncommitted ${isShown}`),
    },
  };
}
