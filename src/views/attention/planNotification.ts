import type { MessageKind, Settings } from '../../config/settings';
import type { Activity, ActivityState } from '../../status/activity';

export interface Notified {
  readonly activity: Activity;
  /** When the session left the reported activity; undefined if it has not. */
  readonly goneAt: number | undefined;
}

export interface NotificationFacts {
  readonly setting: Settings['notifications'];
  readonly isWindowFocused: boolean;
  readonly isInView: boolean;
  readonly isMuted: boolean;
  readonly activity: Activity;
  readonly notified: Notified | undefined;
}

/**
 * A state that returns within this time is the same one, because a screen may flicker;
 * milliseconds.
 */
const FLICKER_MS = 2000;

/**
 * Decides about a notification: `known` was notified before, `skip` needs none, for example because
 * the person sees it.
 */
export function planNotification(facts: NotificationFacts): 'notify' | 'known' | 'skip' {
  const { activity, notified } = facts;
  const kind = kindOf(activity);
  if (kind === undefined) {
    return 'skip';
  }
  if (notified !== undefined && isSame(activity, notified)) {
    return 'known';
  }
  return isDue(facts, kind) ? 'notify' : 'skip';
}

/** What a message about an agent would be about; undefined if there is nothing to tell. */
export function kindOf({ state, source }: Activity): MessageKind | undefined {
  switch (state.kind) {
    case 'needsInput':
      return 'needsYou';
    case 'failed':
      return source === 'process' ? 'died' : 'failed';
    case 'limited':
    case 'done':
      return state.kind;
    case 'working':
    case 'idle':
    case 'unknown':
      return undefined;
  }
}

function isDue(
  { setting, isWindowFocused, isInView, isMuted }: NotificationFacts,
  kind: MessageKind,
): boolean {
  const { when = 'whenUnfocused', [kind]: isOn = true } =
    typeof setting === 'string' ? { when: setting } : setting;
  if (isMuted || !isOn) {
    return false;
  }
  switch (when) {
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
  return (
    goneAt !== undefined && now.since - goneAt < FLICKER_MS && readsTheSame(now.state, before.state)
  );
}

/** A finished turn is never the same as an earlier one. */
function readsTheSame(one: ActivityState, other: ActivityState): boolean {
  switch (one.kind) {
    case 'needsInput':
      return (
        other.kind === 'needsInput' && one.need === other.need && one.question === other.question
      );
    case 'failed':
      return other.kind === 'failed' && one.error === other.error;
    case 'limited':
      return other.kind === 'limited' && one.resets === other.resets;
    case 'done':
    case 'working':
    case 'idle':
    case 'unknown':
      return false;
  }
}
