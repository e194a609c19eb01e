import { isUnrecognised, type ActivityState } from '../../status/activity';
import type { SessionActivity } from './waitingSessions';

export interface StatusBarText {
  readonly text: string;
  /** The text without icons, for screen readers. */
  readonly words: string;
  readonly tooltip: string;
  readonly needsYou: boolean;
}

/** Returns undefined if no session runs. */
export function planStatusBarText(all: readonly SessionActivity[]): StatusBarText | undefined {
  if (all.length === 0) {
    return undefined;
  }
  const count = (kind: ActivityState['kind']): number =>
    all.filter(({ activity }) => activity.state.kind === kind).length;
  const waiting = countWaiting(all);
  const counts = [
    ...part(waiting, formatNeedsYou(waiting)),
    ...part(count('working'), `${count('working')} working`),
    ...part(count('done'), `${count('done')} done`),
  ];
  const sessions = `${all.length} session${all.length === 1 ? '' : 's'}`;
  const words = counts.length > 0 ? counts.join(' · ') : sessions;
  return {
    text: `$(${waiting > 0 ? 'bell' : 'robot'}) ${words}`,
    words: `Agents: ${words}`,
    tooltip: `${sessions} running. Click to go to the next one that needs you.`,
    needsYou: waiting > 0,
  };
}

/** How many agents wait for the person, without those whose screen only is not recognised. */
export function countWaiting(all: readonly SessionActivity[]): number {
  return all.filter(
    ({ activity }) => activity.state.kind === 'needsInput' && !isUnrecognised(activity),
  ).length;
}

/** `1 needs you`, `2 need you`. */
export function formatNeedsYou(waiting: number): string {
  return `${waiting} need${waiting === 1 ? 's' : ''} you`;
}

function part(number: number, words: string): readonly string[] {
  return number === 0 ? [] : [words];
}
