/** The agent of a machine, and the configuration for it. */
export interface UiAgent {
  readonly env: Readonly<Record<string, string>>;
  /** The user's settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  end(): Promise<void>;
}
