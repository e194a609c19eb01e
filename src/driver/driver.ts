import type { Disposable } from '../base/lifecycle';
import type { SignalSource } from '../status/activity';

/**
 * What told that an answer was whole: a source of the agent's status; its `transcript`, while only
 * its terminal tells what it does; or `silence`, where nothing says that and its screen has stood
 * still for as long as its provider needs.
 */
export type AskEnd = Exclude<SignalSource, 'process'> | 'transcript' | 'silence';

export interface AskResult {
  /**
   * The answer's text, exact where the agent keeps or reports it, else as the screen shows it: no
   * chrome, no echo of the prompt, wrapped rows joined. Empty where the agent said nothing.
   */
  readonly response: string;
  /** From the call to the end of the answer, in milliseconds. */
  readonly ms: number;
  readonly endedBy: AskEnd;
}

export interface AskOptions {
  /** How long the whole may take, in milliseconds; ten minutes by default. */
  readonly timeoutMs?: number | undefined;
  /** Aborting interrupts the agent; the ask then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Talks to agents as the person at their terminals would, and reads what they answer. */
export interface Driver extends Disposable {
  /**
   * Sends a prompt once the agent listens, and settles with its answer when that is whole. One at a
   * time in a session.
   * @throws {AskError} `TIMEOUT` (the agent is not interrupted), `AGENT_BLOCKED` (it asks something,
   * before or in the middle of its answer; once that is answered the turn goes on), `SESSION_EXITED`,
   * `DETACHED` (the window closes), `ILLEGAL_STATE` (it was interrupted by somebody else, or its
   * turn failed): each with what was answered till then.
   * @throws {SessionError} `SESSION_BUSY`, `SESSION_NOT_FOUND`, `BAD_REQUEST`, `AGENT_NOT_READY`,
   * `PROMPT_STALLED`.
   * @throws the signal's reason once it is aborted.
   */
  ask(ptyId: string, prompt: string, options?: AskOptions): Promise<AskResult>;
  /**
   * The same, yielding the answer so far whenever there is more of it, each time whole, then
   * returning the result. Leaving early (`return`, `break`) interrupts the agent, too.
   */
  askStream(ptyId: string, prompt: string, options?: AskOptions): AsyncGenerator<string, AskResult>;
}
