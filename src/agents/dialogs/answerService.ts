/** Answers the questions that agents show on their screens, by keystrokes. */
export interface AnswerService {
  /**
   * Approves the agent's request once, never permanently. Types nothing unless the dialog on the
   * screen shows exactly the request `shown`. Resolves when the screen shows that the agent accepted
   * the answer.
   * @param shown the text of the whole request as it was shown to the person (`requestOf`).
   * @throws {SessionError} `ILLEGAL_STATE` if the request has changed or disappeared, is not shown as
   * a whole, or cannot be answered by keystrokes (the message contains the reason);
   * `SESSION_NOT_FOUND`.
   */
  approve(ptyId: string, shown: string): Promise<void>;
  /**
   * Denies the agent's request; with `shown`, as for `approve`, only that one.
   * @throws {SessionError} as `approve`.
   */
  deny(ptyId: string, shown?: string): Promise<void>;
  /**
   * Types a text as the answer and submits it. If the agent has no open question, sends it as a prompt.
   * @throws {SessionError} as `approve`, `BAD_REQUEST` for an empty text, and what
   * `PromptDelivery.send` throws.
   */
  reply(ptyId: string, text: string): Promise<void>;
}
