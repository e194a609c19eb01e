import type { TaskOrder } from '../../config/settings';
import type { SessionInfo } from '../../pty/sessionService';
import { isUnrecognised, type Activity } from '../../status/activity';
import type { Task } from '../../tasks/task';
import { formatNeedsYou } from '../attention/statusBarText';
import { hasAgent } from './sessionPresentation';

/** What a person has to do about a task, the most urgent first. */
const GROUPS = ['needsYou', 'toReview', 'working', 'rest'] as const;

export type TaskGroup = (typeof GROUPS)[number];

interface TriagedSession {
  readonly session: SessionInfo;
  readonly activity: Activity;
  readonly isMuted: boolean;
}

/** @param isReviewDue whether the task has changed files since the person last looked at them. */
export function groupOf(sessions: readonly TriagedSession[], isReviewDue: boolean): TaskGroup {
  const agents = sessions.filter(({ session }) => hasAgent(session));
  if (agents.some(needsYou)) {
    return 'needsYou';
  }
  if (agents.some(({ activity }) => activity.state.kind === 'working')) {
    return 'working';
  }
  return isReviewDue ? 'toReview' : 'rest';
}

/** As the view's badge counts, but without those whose messages the person has muted. */
function needsYou({ activity, isMuted }: TriagedSession): boolean {
  return activity.state.kind === 'needsInput' && !isUnrecognised(activity) && !isMuted;
}

/** Tasks that are equal in an order keep theirs. */
export function sortTasks<Item extends { readonly task: Task; readonly group: TaskGroup }>(
  tasks: readonly Item[],
  order: TaskOrder,
): readonly Item[] {
  switch (order) {
    case 'newest':
      return tasks;
    case 'name':
      return [...tasks].sort((a, b) => byName(a.task.name, b.task.name));
    case 'need':
      return [...tasks].sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
  }
}

const byName = new Intl.Collator(undefined, { numeric: true }).compare;

/** `1 needs you · 2 to review · 3 working`; empty if nothing is to be done and no agent works. */
export function formatCounts(groups: readonly TaskGroup[]): string {
  const count = (group: TaskGroup): number => groups.filter((one) => one === group).length;
  const counts = [
    [count('needsYou'), formatNeedsYou(count('needsYou'))],
    [count('toReview'), `${count('toReview')} to review`],
    [count('working'), `${count('working')} working`],
  ] as const;
  return counts.flatMap(([number, words]) => (number > 0 ? [words] : [])).join(' · ');
}
