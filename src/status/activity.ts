/** What an agent waits for. */
export type Need = 'permission' | 'question' | 'trust';

/** What an agent does. Not what its process does: that is the session's lifecycle. */
export type ActivityState =
  | { readonly kind: 'working' }
  | {
      readonly kind: 'needsInput';
      readonly need: Need;
      /** What it asks, as the person would read it, in one line; undefined where nothing shows it. */
      readonly question: string | undefined;
    }
  /** It has finished since the person last looked. */
  | { readonly kind: 'done' }
  | { readonly kind: 'idle' }
  /** Its usage limit is reached. */
  | {
      readonly kind: 'limited';
      /** When it can go on, in the words of its screen. */
      readonly resets: string | undefined;
    }
  | { readonly kind: 'failed' }
  | { readonly kind: 'unknown' };

/**
 * Who says what an agent does, strongest first: its own report by OSC 7501, the file in which it
 * keeps its status, its hook events, its terminal's title, its progress by OSC 9;4, what its
 * screen shows, and whether it runs at all.
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

/** What one source says, and since when. */
export interface Signal {
  readonly source: SignalSource;
  readonly state: ActivityState;
  /** What in that source says so: a rule of the provider's or the person's, an event's name. */
  readonly ruleId: string;
  /** One clause for the person: `its screen asks "Do you want to proceed?"`. */
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What an agent does, as the arbiter of all signals has it. */
export interface Activity {
  readonly state: ActivityState;
  /** Whose word it is; undefined while no source has reported anything. */
  readonly source: SignalSource | undefined;
  readonly ruleId: string | undefined;
  readonly reason: string;
  /** When the agent came into this state; milliseconds since 1970. */
  readonly since: number;
}
