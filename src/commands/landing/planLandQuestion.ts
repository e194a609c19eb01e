import type { Task } from '../../tasks/task';
import type { Question } from '../../views/dialogs/vscodeMessages';
import { countOf, formatNames } from '../../worktrees/formatNames';
import { branchName, type LandingPlan, type LandingWay } from '../../worktrees/landing/landing';
import type { WorktreeLosses } from '../../worktrees/inspectWorktree';

type LandAnswer = 'Ask Agent to Rebase' | 'Merge' | 'Squash';

interface LandFacts {
  readonly task: Task;
  readonly plan: LandingPlan;
  /** What is in the task's worktree and would not land. */
  readonly losses: WorktreeLosses | undefined;
  readonly isWorking: boolean;
  /** The way that is named already. */
  readonly way: LandingWay | undefined;
  readonly mayRebase: boolean;
}

/** Says what a landing would do, before it does it. */
export function planLandQuestion(facts: LandFacts): Question<LandAnswer> {
  const { mayRebase, plan, task, way } = facts;
  const named: Readonly<Record<LandingWay, LandAnswer>> = { merge: 'Merge', squash: 'Squash' };
  const answers: readonly LandAnswer[] = way
    ? [named[way]]
    : ['Merge', 'Squash', ...(mayRebase ? (['Ask Agent to Rebase'] as const) : [])];
  return {
    message: `Land task "${task.name}" in ${branchName(plan.branch)}?`,
    detail: [
      describeWork(plan),
      describePlace(plan),
      ...describeLeft(facts),
      describeCommit(plan),
      ...plan.notices,
      ...describeRebase(facts),
    ].join('\n\n'),
    answers,
  };
}

function describeWork({ commits, headName, result }: LandingPlan): string {
  const files = result.kind === 'clean' ? `, ${countOf(result.files, 'changed file')}` : '';
  return `${countOf(commits.count, 'commit')} of ${headName}${files}:\n${formatNames(commits.names, SHOWN)}`;
}

/** A question shows this many commits. */
const SHOWN = 5;

function describePlace({ branch, from, onto, place }: LandingPlan): string {
  const name = branchName(branch);
  const newer = from === onto ? '' : ` ${name} gets the newer commits of its upstream, too.`;
  return place === undefined
    ? `${name} is not checked out, so no file changes.${newer}`
    : `${name} is checked out in ${place}: your changes there stay, and git refuses if it would have to overwrite one.${newer}`;
}

function describeCommit({ isFastForward, isSigned }: LandingPlan): string {
  const merge = isFastForward ? 'A merge needs no commit of its own.' : 'A merge makes a commit.';
  const signed = isSigned
    ? 'It is signed, and runs no hooks.'
    : 'It runs no hooks and is not signed.';
  return `${merge} A squash makes one commit of all. ${signed}`;
}

function describeLeft({ isWorking, losses }: LandFacts): readonly string[] {
  const left = losses ? losses.uncommitted.count + losses.untracked.count : 0;
  return [
    ...(left > 0 ? [`Not committed, so it does not land: ${countOf(left, 'file')}.`] : []),
    ...(isWorking ? ['Its agent works: what it commits from now on does not land.'] : []),
  ];
}

function describeRebase({ plan, task }: LandFacts): readonly string[] {
  return plan.isFastForward || !task.worktree
    ? []
    : [`To rebase instead, run "git rebase ${plan.ontoName}" in ${task.worktree.path}.`];
}

/** What has landed, as a message. */
export function describeLanding({ name }: Task, { branch, commits }: LandingPlan): string {
  return `Task "${name}" has landed in ${branchName(branch)}: ${countOf(commits.count, 'commit')}.`;
}
