/*
 * What the script around a client of tmux in control mode tells beside what tmux says: as DCS, like tmux's
 * own beginning.
 */

/** Said before tmux speaks, where the session was there before. */
export const PAINT_WANTED = '\x1bP1000q\x1b\\';

/** Said once tmux speaks no more, which one that was killed cannot say; nothing of tmux's contains it. */
export const CLIENT_ENDED = '\x1bP1000r\x1b\\';
