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
