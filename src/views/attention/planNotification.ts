import type { Settings } from '../../config/settings';
import type { Activity } from '../../status/activity';

/** The last notification about a session. */
export interface Notified {
  readonly activity: Activity;
  /** When the session left the reported activity; undefined if it has not. */
  readonly goneAt: number | undefined;
}

/** The facts that decide about a notification. */
export interface NotificationFacts {
  readonly setting: Settings['notifications'];
  readonly isWindowFocused: boolean;
  /** Whether the session's terminal can be seen in the window. */
  readonly isInView: boolean;
  readonly activity: Activity;
  readonly notified: Notified | undefined;
}

/**
 * A question that returns within this time is the same one, because a screen may flicker;
 * milliseconds.
 */
const FLICKER_MS = 2000;

/**
 * Decides about a notification: `known` was notified before, `skip` needs none, for example because
 * the person sees it.
 */
export function planNotification(facts: NotificationFacts): 'notify' | 'known' | 'skip' {
  const { activity, notified } = facts;
  if (activity.state.kind !== 'needsInput' && activity.state.kind !== 'done') {
    return 'skip';
  }
  if (notified !== undefined && isSame(activity, notified)) {
    return 'known';
  }
  return isDue(facts) ? 'notify' : 'skip';
}

function isDue({ setting, isWindowFocused, isInView }: NotificationFacts): boolean {
  switch (setting) {
    case 'never':
      return false;
    case 'whenUnfocused':
      return !isWindowFocused;
    case 'always':
      return !isWindowFocused || !isInView;
  }
}

function isSame(now: Activity, { activity: before, goneAt }: Notified): boolean {
  if (now.state.kind === before.state.kind && now.since === before.since) {
    return true;
  }
  return goneAt !== undefined && now.since - goneAt < FLICKER_MS && asksTheSame(now, before);
}

function asksTheSame({ state: one }: Activity, { state: other }: Activity): boolean {
  return (
    one.kind === 'needsInput' &&
    other.kind === 'needsInput' &&
    one.need === other.need &&
    one.question === other.question
  );
}
