/*
 * The markers that the script around a tmux client prints, in addition to tmux's output. They are
 * DCS sequences, as is tmux's own start of control mode.
 */

/** Printed before control mode, if the session existed before. */
export const PAINT_WANTED = '\x1bP1000q\x1b\\';

/**
 * Printed after control mode, since a killed client cannot end it itself. Never part of tmux's
 * output.
 */
export const CLIENT_ENDED = '\x1bP1000r\x1b\\';
