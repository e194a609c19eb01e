/** What a CLI's hook reported. Its text is untrusted. */
export interface HookEvent {
  /** The session whose token came with the event. */
  readonly ptyId: string;
  readonly name: string;
  /** The hook's own JSON; undefined if it was not JSON. */
  readonly payload: unknown;
  /** When the event arrived; milliseconds since 1970. */
  readonly at: number;
}
