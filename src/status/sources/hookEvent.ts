/** What a CLI reports to us as one of its hooks runs; its text is not to be trusted. */
export interface HookEvent {
  /** The session whose token came with it. */
  readonly ptyId: string;
  /** As the CLI names it: `PermissionRequest`. */
  readonly name: string;
  /** The hook's own JSON; undefined where it was none. */
  readonly payload: unknown;
  /** When it came; milliseconds since 1970. */
  readonly at: number;
}
