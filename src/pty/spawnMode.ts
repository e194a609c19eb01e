/** How a session's program starts: through the person's shell, directly, or over SSH. */
export type SpawnMode = 'shell' | 'direct' | 'ssh';

/**
 * What happens to a terminal after its agent has ended: a login shell starts, the screen stays, or
 * it closes.
 */
export type AfterExit = 'shell' | 'keep' | 'close';

/** How long a session runs: with its window, or beyond it in tmux or in the session host. */
export type Persistence = 'window' | 'tmux' | 'host';

/** Where output is parsed: in a worker thread, or inline with all else of the process. */
export type ScreenWorkerMode = 'auto' | 'off';
