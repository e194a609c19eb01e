import type { Event } from '../base/event';
import type { Activity, Signal } from './activity';

/** Why a session has the activity that it has. */
export interface StatusExplanation {
  readonly activity: Activity;
  /** What each source says now, strongest first; those that say nothing are left out. */
  readonly signals: readonly Signal[];
  /** One clause for each source that was not believed, and why. */
  readonly overruled: readonly string[];
  /** The rows of the screen that was looked at. */
  readonly screen: readonly string[];
  /** The provider's id and the version of its rules. */
  readonly rules: string;
  /** What the person should know of how the session runs, a sentence each: that hooks reach nobody, say. */
  readonly remarks: readonly string[];
  /** What is wrong with the person's own rules, a sentence each. */
  readonly ruleProblems: readonly string[];
}

/** What each session's agent does, and why we think so. */
export interface StatusService {
  /** The PTY id of a session whose activity is another one now. */
  readonly onDidChange: Event<string>;
  /** A session without an agent, and an unknown one, are `unknown`. */
  get(ptyId: string): Activity;
  /** The person looks at the session: what was done is idle from now on. An unknown id is harmless. */
  markSeen(ptyId: string): void;
  /**
   * Whether the session's agent, where it rests, may not have drawn its input yet: it comes from its
   * start or a dialog, not from work. False where its screen could never tell; an unknown id is harmless.
   */
  mayLackInput(ptyId: string): boolean;
  /**
   * Looks whether the session's screen tells something that is no dialog: that is drawn with the
   * agent's input. Costs less than `explain`; false for an unknown id.
   * @throws {SessionError} `SESSION_NOT_FOUND` if it goes meanwhile.
   */
  showsInput(ptyId: string): Promise<boolean>;
  /**
   * Looks at the session anew.
   * @throws {SessionError} `SESSION_NOT_FOUND`.
   */
  explain(ptyId: string): Promise<StatusExplanation>;
}
