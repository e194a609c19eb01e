import type { Settings } from '../config/settings';
import type { Activity } from '../status/activity';

/** What decides whether the person is told of what an agent does now. */
export interface NotificationFacts {
  readonly setting: Settings['notifications'];
  readonly isWindowFocused: boolean;
  /** Whether the session's terminal can be seen in the window. */
  readonly isInView: boolean;
  readonly activity: Activity;
  /** What the person was told of this session last. */
  readonly told: Activity | undefined;
  /** Whether what they were told still stands there: VS Code cannot take it back. */
  readonly isStillShown: boolean;
}

/** A question that comes back so soon after it was told is the same one: a screen may flicker. */
const SAME_QUESTION_MS = 10_000;

/** Whether to tell it: what the person sees anyway is not, and nothing is told twice. */
export function planNotification(facts: NotificationFacts): 'tell' | 'keep still' {
  const { activity, told, isStillShown } = facts;
  const isNews = activity.state.kind === 'needsInput' || activity.state.kind === 'done';
  const isKnown = isStillShown || (told !== undefined && isSame(activity, told));
  return isNews && !isKnown && isWanted(facts) ? 'tell' : 'keep still';
}

function isWanted({ setting, isWindowFocused, isInView }: NotificationFacts): boolean {
  switch (setting) {
    case 'never':
      return false;
    case 'whenUnfocused':
      return !isWindowFocused;
    case 'always':
      return !isWindowFocused || !isInView;
  }
}

function isSame(now: Activity, told: Activity): boolean {
  if (now.state.kind === 'needsInput' && told.state.kind === 'needsInput') {
    const isWorded = told.state.question !== undefined && now.state.question !== undefined;
    const isSameText =
      now.state.need === told.state.need && now.state.question === told.state.question;
    const isSoon = now.since - told.since < SAME_QUESTION_MS;
    // The words of a question may come after the news that there is one.
    return (isSameText && isSoon) || (now.since === told.since && !(isWorded && !isSameText));
  }
  return now.state.kind === told.state.kind && now.since === told.since;
}
