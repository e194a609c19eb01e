import type { Event } from '../base/event';
import type { Activity, NeedsInput, Signal } from './activity';
import type { ReadableScreen } from './screens/screenParts';

export interface StatusExplanation {
  readonly activity: Activity;
  /** The current signals, strongest first. Sources without a signal are left out. */
  readonly signals: readonly Signal[];
  /** A clause for each overruled source, with the reason. */
  readonly overruled: readonly string[];
  readonly screen: readonly string[];
  /** See `VisibleScreen.output`. */
  readonly output?: number | undefined;
  /** Whether a rule matches these rows. If not, the screen's signal is of earlier ones. */
  readonly matchesScreen: boolean;
  /** The provider's id and the version of its rules. */
  readonly rules: string;
  /**
   * Facts about how the session runs that the person should know, a sentence each: for example that
   * hooks cannot report.
   */
  readonly notices: readonly string[];
  /** The problems of the person's own rules, a sentence each. */
  readonly ruleProblems: readonly string[];
}

/** What each session's agent does, and why. */
export interface StatusService {
  /** Fires with the PTY id of a session whose activity has changed. */
  readonly onDidChange: Event<string>;
  /** Returns `unknown` for a session without an agent and for an unknown id. */
  get(ptyId: string): Activity;
  /**
   * Records that the person looked at the session: `done` becomes `idle`. Does nothing for an
   * unknown id.
   */
  markSeen(ptyId: string): void;
  /**
   * Whether a resting agent may not have drawn its input yet, because it rests since its start or a
   * dialog and has not worked. False if its screen could never show this, and for an unknown id.
   */
  mayLackInput(ptyId: string): boolean;
  /**
   * Reads the screen and returns whether it matches a rule that is not a dialog: agents draw that
   * together with their input. Cheaper than `explain`; false for an unknown id.
   * @throws {SessionError} `SESSION_NOT_FOUND` if the session ends meanwhile.
   */
  showsInput(ptyId: string): Promise<boolean>;
  /**
   * The dialog that the rules of the session's agent find on `screen`, or a program that reads a line, whatever
   * is reported, also if its program may be about to erase it. Undefined if they find none, and for an unknown id.
   */
  dialogOn(ptyId: string, screen: ReadableScreen): NeedsInput | undefined;
  /** Whether rules recognise the input of the session's agent. False for an unknown id. */
  knowsInput(ptyId: string): boolean;
  /**
   * Whether rules recognise the input of the session's agent, but nothing on `screen`, so that it may show a
   * question. False for an unknown id.
   */
  isUnrecognised(ptyId: string, screen: ReadableScreen): boolean;
  /**
   * Reads the session again and explains its activity.
   * @throws {SessionError} `SESSION_NOT_FOUND`.
   */
  explain(ptyId: string): Promise<StatusExplanation>;
}
