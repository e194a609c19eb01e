/** Answers what an agent asks on its screen, as the person at its terminal would. */
export interface AnswerService {
  /**
   * Allows what the agent asks for: this once, never for good. Settles when the screen shows that
   * it was taken.
   * @throws {SessionError} `ILLEGAL_STATE` (the question is another one or gone, and says what
   * changed), `AGENT_NOT_READY`, `SESSION_NOT_FOUND`.
   */
  approve(ptyId: string): Promise<void>;
  /**
   * Refuses it.
   * @throws {SessionError} as `approve`.
   */
  deny(ptyId: string): Promise<void>;
  /**
   * Types a text as the answer, or as the next prompt where nothing is asked, and submits it.
   * @throws {SessionError} as `approve`.
   */
  reply(ptyId: string, text: string): Promise<void>;
}
