import type { ScreenRule, ShownState } from '../providers/model/statusFacts';

export type Need = 'permission' | 'question' | 'trust';

/**
 * The request of a dialog on the screen: everything that an approval would approve. `whole`: all its
 * rows, without borders, separated by line feeds. `partial`: `why` is a clause with the reason why
 * the screen does not show all of it for certain.
 */
export type ShownRequest =
  | { readonly kind: 'whole'; readonly text: string }
  | { readonly kind: 'partial'; readonly why: string };

/** What an agent does. What its process does is the session's lifecycle. */
export type ActivityState =
  | {
      readonly kind: 'working';
      /**
       * How many sub-agents, background shells and monitors of the agent run; at least 1, absent if none
       * is known. Its own turn may have ended: they wake it.
       */
      readonly background?: number;
    }
  | {
      readonly kind: 'needsInput';
      readonly need: Need;
      /**
       * The agent's question on one line, as the person reads it; undefined if it is not visible.
       */
      readonly question: string | undefined;
      /** Only from the screen, never from a report; absent while the screen shows no dialog. */
      readonly request?: ShownRequest;
      /** Only from a hook: the command for which the agent requests permission, in full. */
      readonly input?: string;
      /**
       * No rule of the provider or the person found the question: a program reads a line, as for `(y/n)`, or
       * the screen is not recognised ({@link NOT_RECOGNISED}). It is never answered from outside.
       */
      readonly likely?: true;
    }
  /** It has finished since the person last looked. */
  | { readonly kind: 'done' }
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'limited';
      /** When the limit ends, as the screen words it. */
      readonly resets: string | undefined;
    }
  | {
      readonly kind: 'failed';
      /** The error on one line, as the agent words it; absent if it is not known. */
      readonly error?: string | undefined;
    }
  | { readonly kind: 'unknown' };

/** The state of an agent that works, with so much work in the background. */
export function toWorking(background: number): ActivityState {
  return background > 0 ? { kind: 'working', background } : { kind: 'working' };
}

export type NeedsInput = Extract<ActivityState, { kind: 'needsInput' }>;

/** The request of an open question; `partial` if no dialog is on the screen. */
export function requestOf(state: ActivityState): ShownRequest {
  const shown = state.kind === 'needsInput' ? state.request : undefined;
  return shown ?? { kind: 'partial', why: 'its screen does not show the question' };
}

/** The rule of a screen that none of the agent's rules recognises, so that it may show a question. */
export const NOT_RECOGNISED = 'notRecognised';

/** Whether the person may be needed only because the screen is not recognised. */
export function isUnrecognised({ state, ruleId }: Activity): boolean {
  return isLikely(state) && ruleId === NOT_RECOGNISED;
}

/** Whether a state is a question that no rule of the provider or the person found, shown as "may need you". */
export function isLikely(state: ActivityState | undefined): boolean {
  return state?.kind === 'needsInput' && state.likely === true;
}

/** Whether a request was reported whose dialog has not been read from the screen. */
export function lacksDialog(state: ActivityState): boolean {
  return (
    state.kind === 'needsInput' &&
    (isWordless(state) || state.need !== 'question') &&
    !state.request
  );
}

/** Whether a question was reported without what it asks. */
export function isWordless(state: ActivityState): boolean {
  return state.kind === 'needsInput' && state.need === 'question' && state.question === undefined;
}

/**
 * The sources of a status, strongest first: the agent's own report (OSC 7501), its status file, its
 * hook events, the terminal's title, its progress (OSC 9;4), its screen, and its process.
 */
export const SIGNAL_SOURCES = [
  'program',
  'statusFile',
  'hook',
  'title',
  'progress',
  'screen',
  'process',
] as const;

export type SignalSource = (typeof SIGNAL_SOURCES)[number];

export interface Signal {
  readonly source: SignalSource;
  readonly state: ActivityState;
  /**
   * What in the source produced the signal: a rule of the provider or the person, or an event's
   * name.
   */
  readonly ruleId: string;
  /** A clause for the person: `its screen shows "Do you want to proceed?"`. */
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** See `ScreenRule.only`; `turn`: the end of a turn, see `HookStatus.awaitsScreen`. */
  readonly only?: ScreenRule['only'] | 'turn';
}

export interface Activity {
  readonly state: ActivityState;
  /** The source that decided; undefined while no source has reported anything. */
  readonly source: SignalSource | undefined;
  readonly ruleId: string | undefined;
  readonly reason: string;
  /** When the agent entered this state; milliseconds since 1970. */
  readonly since: number;
}

/**
 * The activity for a state in a provider's data. `detail` is the question, the error, or when a limit ends.
 */
export function toActivity(shows: ShownState, detail: string | undefined): ActivityState {
  switch (shows) {
    case 'working':
    case 'idle':
      return { kind: shows };
    case 'failed':
      return { kind: 'failed', ...(detail !== undefined && { error: detail }) };
    case 'limited':
      return { kind: 'limited', resets: detail };
    case 'permission':
    case 'question':
    case 'trust':
      return { kind: 'needsInput', need: shows, question: detail };
  }
}

/**
 * The classes in which sources can contradict each other. States within `rest` only differ in
 * precision.
 */
export type StateClass = 'working' | 'needsInput' | 'rest' | 'unknown';

export function classOf({ kind }: ActivityState): StateClass {
  switch (kind) {
    case 'working':
    case 'needsInput':
    case 'unknown':
      return kind;
    case 'done':
    case 'idle':
    case 'limited':
    case 'failed':
      return 'rest';
  }
}
