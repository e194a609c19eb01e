/*
 * What grows with what a program writes, or a person pastes, has a limit, and each limit
 * a policy: what happens to that which goes over it. They stand here together.
 */

/** A line of text, colours included, in characters. Policy: what goes over it is a line of its own. */
export const MAX_LINE_CHARS = 16 * 1024;

/** An OSC, DCS, APC, PM or SOS string, in characters. Policy: given up, what follows is text. */
export const MAX_ESCAPE_STRING_CHARS = 64 * 1024;

/** Any other escape sequence, in characters. Policy: given up, what follows is text. */
export const MAX_CSI_CHARS = 256;

/** Input that waits for a program that does not read it, in bytes: several times any sane paste. Policy: what goes over it is refused whole. */
export const INPUT_QUEUE_LIMIT_BYTES = 16 * 1024 * 1024;

/** Input that is written in one go, in bytes, however fast the program reads. Policy: then everything else has its turn. */
export const INPUT_BURST_BYTES = 256 * 1024;

/** Input from before a terminal has its session, in characters; more than anyone types by then. Policy: the rest is dropped. */
export const MAX_EARLY_INPUT_CHARS = 64 * 1024;

/** Output that waits to be joined with more, in milliseconds since its first byte and in characters. Policy: at either it goes. */
export const COALESCE = { ms: 5, chars: 64 * 1024 } as const;

/** Output that a VS Code terminal is sent before it is asked whether it has parsed it, in characters. */
export const VIEWER_ACK_CHARS = 64 * 1024;

/**
 * What a VS Code terminal has not parsed yet, in characters. It stays quick with this much
 * and is slow with 500,000. Policy: what comes on top of it is held.
 */
export const VIEWER_UNPARSED_CHARS = 3 * VIEWER_ACK_CHARS;

/** Output held for a VS Code terminal, in characters. Policy: it is dropped, the terminal is stale and is redrawn. */
export const VIEWER_HELD_CHARS = 256 * 1024;

/** What a VS Code terminal is sent in every second, and at once after a pause, in characters. Policy: the rest is held. */
export const VIEWER_CHARS_PER_SECOND = 2_000_000;
export const VIEWER_BURST_CHARS = 2_000_000;

/** Viewers of one session at once. Policy: one more is refused; each costs its share of every output. */
export const MAX_VIEWERS = 64;

/**
 * Screens of sessions that are kept unpacked with nothing to do, 20 MB each with 10,000 rows.
 * Policy: of more than these the one that rests longest is put away, unless somebody looked lately.
 */
export const MAX_RESTING_SCREENS = 8;

/** Keyboard flags that a program may push, for each buffer; as many as xterm.js keeps. Policy: the oldest are forgotten. */
export const MAX_KEYBOARD_STACK = 16;

/** Private modes that are on and that the headless terminal does not know; more than are in use anywhere. Policy: the one longest on is forgotten. */
export const MAX_EXTRA_MODES = 64;

/** The colours of a palette. Policy: a change of one beyond it is ignored, as terminals do. */
export const PALETTE_SIZE = 256;
