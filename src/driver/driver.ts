import type { Disposable } from '../base/lifecycle';
import type { SignalSource } from '../status/activity';
import type { AnsweringSession, LastAnswer } from './lastAnswers';

/**
 * What showed that an answer was complete: a source of the agent's status; its `transcript`, if its
 * activity is only known from its terminal; or `silence`, if its status is not known and its screen
 * did not change for the time that its provider requires.
 */
export type AskEnd = Exclude<SignalSource, 'process'> | 'transcript' | 'silence';

export interface AskResult {
  /**
   * The answer's text: exact if it is in the agent's transcript or hook, else as shown on the
   * screen without chrome and the echo of the prompt, with wrapped rows joined. Empty if the agent
   * wrote none.
   */
  readonly response: string;
  /** Time from the call to the end of the answer, in milliseconds. */
  readonly ms: number;
  readonly endedBy: AskEnd;
}

export interface AskOptions {
  /** Time limit for the whole ask, in milliseconds; ten minutes by default. */
  readonly timeoutMs?: number | undefined;
  /** Aborting interrupts the agent; the ask then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the agent may be interrupted now; called directly before each interrupt. Default: yes. Must not reject. */
  readonly mayInterrupt?: (() => Promise<boolean>) | undefined;
}

/** Sends prompts to agents as a person at their terminals would, and reads their answers. */
export interface Driver extends Disposable {
  /**
   * Sends a prompt once the agent accepts input, and resolves with the complete answer. A session
   * can have one ask at a time.
   * @throws {AskError} `TIMEOUT` (the agent is not interrupted), `NEEDS_INPUT` (the agent asks a
   * question before or during its answer; it continues once that is answered), `SESSION_EXITED`,
   * `DETACHED` (the window closes), `ILLEGAL_STATE` (the agent was interrupted by others, or its
   * turn failed). Each has the part of the answer that was received.
   * @throws {SessionError} `SESSION_BUSY`, `SESSION_NOT_FOUND`, `BAD_REQUEST`, `AGENT_NOT_READY`,
   * `PROMPT_STALLED`.
   * @throws the signal's reason once it is aborted.
   */
  ask(ptyId: string, prompt: string, options?: AskOptions): Promise<AskResult>;
  /**
   * Like {@link ask}, but yields the complete answer so far each time it grows, then returns the
   * result. Leaving the loop early (`return`, `break`) interrupts the agent.
   */
  askStream(ptyId: string, prompt: string, options?: AskOptions): AsyncGenerator<string, AskResult>;
  /**
   * Reads the last message of text that an agent has finished.
   * @throws {SessionError} `ILLEGAL_STATE` for a shell, and if there is no answer.
   */
  lastAnswer(session: AnsweringSession): Promise<LastAnswer>;
}
