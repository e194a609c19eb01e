/** What a machine has installed, and how it was set up for that. */
export interface UiAgent {
  readonly env: Readonly<Record<string, string>>;
  /** The user's settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  end(): Promise<void>;
}
