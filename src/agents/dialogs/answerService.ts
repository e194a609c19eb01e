/** Answers the questions that agents show on their screens, by keystrokes. */
export interface AnswerService {
  /**
   * Approves the agent's request once, never permanently. Resolves when the screen shows that the
   * agent accepted the answer.
   * @throws {SessionError} `ILLEGAL_STATE` if the question has changed or disappeared, or cannot be
   * answered by keystrokes (the message contains the reason); `SESSION_NOT_FOUND`.
   */
  approve(ptyId: string): Promise<void>;
  /**
   * Denies the agent's request.
   * @throws {SessionError} as `approve`.
   */
  deny(ptyId: string): Promise<void>;
  /**
   * Types a text as the answer and submits it. If the agent asks nothing, sends it as a prompt.
   * @throws {SessionError} as `approve`, `BAD_REQUEST` for an empty text, and what
   * `AgentService.sendPrompt` throws.
   */
  reply(ptyId: string, text: string): Promise<void>;
}
