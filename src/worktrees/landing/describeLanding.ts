import { toVisibleText } from '../../base/text/visibleText';
import { countOf, formatNames } from '../formatNames';
import type { WorktreeLosses } from '../inspectWorktree';
import { branchName, type LandingPlan, type LandingWay } from './landing';

export interface LandingFacts {
  readonly plan: LandingPlan;
  /** What is in the task's worktree and would not land. */
  readonly losses: WorktreeLosses | undefined;
  /** Whether an agent of the task works. */
  readonly isWorking: boolean;
  /** Undefined: the person chooses. */
  readonly way: LandingWay | undefined;
  /** The message that the caller gave for the commit. */
  readonly message?: string | undefined;
  /** The task's worktree; undefined if it does not exist. */
  readonly worktreePath: string | undefined;
}

/** Describes what a landing would do, for a question to the person. */
export function describeLanding(facts: LandingFacts): string {
  const { plan } = facts;
  return [
    describeWork(plan),
    describePlace(plan),
    ...describeLeft(facts),
    describeCommit(facts),
    ...plan.notices.map(toVisibleText),
    ...describeRebase(facts),
  ].join('\n\n');
}

function describeWork({ commits, headName, result }: LandingPlan): string {
  const files = result.kind === 'clean' ? `, ${countOf(result.files, 'changed file')}` : '';
  const shown = commits.names.slice(0, SHOWN);
  const more = commits.count - shown.length;
  const names = `${formatNames(shown)}${more > 0 ? ` and ${more} more` : ''}`;
  return `${countOf(commits.count, 'commit')} of ${toVisibleText(headName)}${files}:\n${names}`;
}

/** A question shows this many commits. */
const SHOWN = 5;

function describePlace({ branch, from, onto, place }: LandingPlan): string {
  const name = toVisibleText(branchName(branch));
  const newer = from === onto ? '' : ` ${name} gets the newer commits of its upstream, too.`;
  return place === undefined
    ? `${name} is not checked out, so no file changes.${newer}`
    : `${name} is checked out in ${toVisibleText(place)}: changes there stay, and git refuses if it would have to overwrite one.${newer}`;
}

function describeLeft({ isWorking, losses }: LandingFacts): readonly string[] {
  const left = losses ? losses.uncommitted.count + losses.untracked.count : 0;
  return [
    ...(left > 0 ? [`Not committed, so it does not land: ${countOf(left, 'file')}.`] : []),
    ...(isWorking ? ['Its agent works: what it commits from now on does not land.'] : []),
  ];
}

function describeCommit({ message, plan, way }: LandingFacts): string {
  const { isFastForward, isSigned } = plan;
  const signed = isSigned
    ? 'It is signed, and runs no hooks.'
    : 'It runs no hooks and is not signed.';
  if (way === undefined) {
    const merge = isFastForward ? 'A merge needs no commit of its own.' : 'A merge makes a commit.';
    return `${merge} A squash makes one commit of all. ${signed}`;
  }
  if (way === 'merge' && isFastForward) {
    return 'It is merged, which needs no commit of its own.';
  }
  const made = way === 'merge' ? 'It is merged by a commit.' : 'It is squashed into one commit.';
  return `${made} ${signed}${message === undefined ? '' : describeMessage(message)}`;
}

function describeMessage(message: string): string {
  const [first = '', ...rest] = message.trim().split(/\r?\n/);
  const chars = [...toVisibleText(first)];
  const shown = chars.slice(0, SHOWN_CHARS).join('');
  const cut = chars.length > SHOWN_CHARS ? '…' : '';
  const more = rest.length > 0 ? `, and ${countOf(rest.length, 'more line')}` : '';
  return `\nIts message: "${shown}${cut}"${more}.`;
}

/** A question shows this many characters of a message. */
const SHOWN_CHARS = 200;

function describeRebase({ plan, worktreePath }: LandingFacts): readonly string[] {
  return plan.isFastForward || worktreePath === undefined
    ? []
    : [
        `To rebase instead, run "git rebase ${toVisibleText(plan.ontoName)}" in ${toVisibleText(worktreePath)}.`,
      ];
}
