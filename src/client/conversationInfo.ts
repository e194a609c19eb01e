/** An earlier conversation of an agent; null where a value is not known. */
export interface ConversationInfo {
  /** The id by which its CLI resumes it. */
  readonly id: string | null;
  /** The session that has it, running or not. */
  readonly session: string | null;
  readonly provider: string;
  readonly task: { readonly id: string; readonly name: string } | null;
  readonly workDir: string;
  /** On one line; a long one is cut. */
  readonly firstPrompt: string | null;
  readonly model: string | null;
  /** As ISO 8601. */
  readonly modifiedAt: string | null;
  /** Whether its session runs, in any window. */
  readonly running: boolean;
}
