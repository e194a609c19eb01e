import type { Settings } from '../../config/settings';
import type { Activity } from '../../status/activity';

/** What the person was told of a session last. */
export interface Told {
  readonly activity: Activity;
  /** Since when the session has been doing something else; undefined if it has not. */
  readonly goneAt: number | undefined;
}

/** What decides whether the person is told of what an agent does now. */
export interface NotificationFacts {
  readonly setting: Settings['notifications'];
  readonly isWindowFocused: boolean;
  /** Whether the session's terminal can be seen in the window. */
  readonly isInView: boolean;
  readonly activity: Activity;
  readonly told: Told | undefined;
}

/** A question that is back so soon after it went is the same one: a screen may flicker; milliseconds. */
const FLICKER_MS = 2000;

/** Whether to tell it: what the person sees anyway is not, and nothing is told twice. */
export function planNotification(facts: NotificationFacts): 'tell' | 'known' | 'keep still' {
  const { activity, told } = facts;
  if (activity.state.kind !== 'needsInput' && activity.state.kind !== 'done') {
    return 'keep still';
  }
  if (told !== undefined && isSame(activity, told)) {
    return 'known';
  }
  return isWanted(facts) ? 'tell' : 'keep still';
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

function isSame(now: Activity, { activity: told, goneAt }: Told): boolean {
  if (now.state.kind === told.state.kind && now.since === told.since) {
    return true;
  }
  return goneAt !== undefined && now.since - goneAt < FLICKER_MS && asksTheSame(now, told);
}

function asksTheSame({ state: one }: Activity, { state: other }: Activity): boolean {
  return (
    one.kind === 'needsInput' &&
    other.kind === 'needsInput' &&
    one.need === other.need &&
    one.question === other.question
  );
}
