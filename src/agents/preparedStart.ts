import type { Dimensions } from '../pty/ptyProcess';
import type { SessionInfo } from '../pty/sessionService';
import type { AfterExit } from '../pty/spawnMode';
import type { Task } from '../tasks/task';

/**
 * A start that is checked and planned. It waits for the size of its terminal, so that the program
 * draws its first frame at the final size.
 */
export interface PreparedStart {
  readonly task: Task;
  readonly sessionId: string;
  readonly label: string;
  readonly providerId: string;
  readonly afterExit: AfterExit;
  /**
   * Notices for the person, one sentence each, for example about a flag that was left out. The
   * person gets them when the session has started; they are complete from then on.
   */
  readonly notices: readonly string[];
  /**
   * Confines the session to this directory, a path without links, in place of the planned one, which
   * another process could resolve otherwise: its programs start in no other, and it never starts outside
   * of its folder again.
   */
  enter(directory: string): void;
  /**
   * Starts the session once; later calls return the result of the first.
   * @throws {SessionError} what `SessionService.create` throws; `SESSION_EXITED` after `discard`.
   */
  launch(dimensions?: Dimensions): Promise<SessionInfo>;
  /** Cancels the start and releases its id. Does nothing after `launch`. */
  discard(): void;
}
