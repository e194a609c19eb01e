import type { ClientError } from '../clientError';

/** Why a session's handle is no longer usable. */
export type SessionEnd =
  /** The program has exited; null if the exit code is not known. */
  | { readonly reason: 'exit'; readonly exitCode: number | null }
  /** `detach()` was called, or the window detached this viewer. The program continues. */
  | { readonly reason: 'detach' }
  /** The session was ended. */
  | { readonly reason: 'kill' }
  /** The window closed the connection, for example because the viewer was too slow. */
  | { readonly reason: 'policy'; readonly error: ClientError }
  /** The session no longer exists, or the caller has no access to it. */
  | { readonly reason: 'refused'; readonly error: ClientError }
  /** The connection was lost and all attempts failed. The program may continue. */
  | { readonly reason: 'lost'; readonly error: ClientError };
