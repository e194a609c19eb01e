import type { ClientError } from '../clientError';

/** Why a session's handle is of no more use; told once. */
export type SessionEnd =
  /** The program exited; null where nobody knows how. */
  | { readonly reason: 'exit'; readonly exitCode: number | null }
  /** `detach()` was called here, or somebody else detached this viewer: the program runs on. */
  | { readonly reason: 'detach' }
  /** Somebody ended the session. */
  | { readonly reason: 'kill' }
  /** The window refuses to go on: the viewer was too slow, say. */
  | { readonly reason: 'policy'; readonly error: ClientError }
  /** There is no session any more to attach to, or no right to. */
  | { readonly reason: 'refused'; readonly error: ClientError }
  /** The connection was lost, and no try is left. The program may run on. */
  | { readonly reason: 'lost'; readonly error: ClientError };
