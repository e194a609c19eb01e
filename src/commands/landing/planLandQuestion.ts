import { toVisibleText } from '../../base/text/visibleText';
import type { Task } from '../../tasks/task';
import type { Question } from '../../views/dialogs/vscodeMessages';
import { countOf } from '../../worktrees/formatNames';
import { describeLanding, type LandingFacts } from '../../worktrees/landing/describeLanding';
import { branchName, type LandingPlan, type LandingWay } from '../../worktrees/landing/landing';
import { isArchived } from '../tasks/taskArguments';

type LandAnswer = 'Ask Agent to Rebase' | 'Merge' | 'Squash';

interface LandQuestionFacts extends Omit<LandingFacts, 'message' | 'worktreePath'> {
  readonly task: Task;
  readonly mayRebase: boolean;
}

/** Says what a landing would do, before it does it. */
export function planLandQuestion(facts: LandQuestionFacts): Question<LandAnswer> {
  const { mayRebase, plan, task, way } = facts;
  const named: Readonly<Record<LandingWay, LandAnswer>> = { merge: 'Merge', squash: 'Squash' };
  const answers: readonly LandAnswer[] = way
    ? [named[way]]
    : ['Merge', 'Squash', ...(mayRebase ? (['Ask Agent to Rebase'] as const) : [])];
  const worktreePath = isArchived(task) ? undefined : task.worktree?.path;
  return {
    message: `Land task "${toVisibleText(task.name)}" in ${toVisibleText(branchName(plan.branch))}?`,
    detail: describeLanding({ ...facts, worktreePath }),
    answers,
  };
}

/** What has landed, as a message. */
export function describeLanded({ name }: Task, { branch, commits }: LandingPlan): string {
  const into = toVisibleText(branchName(branch));
  return `Task "${toVisibleText(name)}" has landed in ${into}: ${countOf(commits.count, 'commit')}.`;
}
