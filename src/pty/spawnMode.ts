/** How a session's program is started: through the person's shell, by itself, or over SSH. */
export type SpawnMode = 'shell' | 'direct' | 'ssh';

/** What becomes of a terminal whose agent has ended: a login shell, a last look, nothing. */
export type AfterExit = 'shell' | 'keep' | 'close';

/** What a session outlives: nothing but its own window's life, or the window by tmux or by the session host. */
export type Persistence = 'window' | 'tmux' | 'host';
