import type { ActivityState } from '../../status/activity';
import type { SessionActivity } from './waitingSessions';

/** What the status bar says of all agents. */
export interface StatusBarText {
  readonly text: string;
  /** What it says, without pictures. */
  readonly words: string;
  readonly tooltip: string;
  readonly needsYou: boolean;
}

/** `undefined` where no session runs: then there is nothing to be said. */
export function planStatusBarText(all: readonly SessionActivity[]): StatusBarText | undefined {
  if (all.length === 0) {
    return undefined;
  }
  const count = (kind: ActivityState['kind']): number =>
    all.filter(({ activity }) => activity.state.kind === kind).length;
  const waiting = count('needsInput');
  const counts = [
    ...say(waiting, formatNeedsYou(waiting)),
    ...say(count('working'), `${count('working')} working`),
    ...say(count('done'), `${count('done')} done`),
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

/** `1 needs you`, `2 need you`. */
export function formatNeedsYou(waiting: number): string {
  return `${waiting} need${waiting === 1 ? 's' : ''} you`;
}

function say(number: number, words: string): readonly string[] {
  return number === 0 ? [] : [words];
}
