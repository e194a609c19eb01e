/*
 * What grows with what a program writes, or a person pastes, has a limit, and each limit
 * a policy: what happens to that which goes over it. They stand here together.
 */

/** Rows kept above a screen. Policy: the oldest go. */
export const MAX_SCROLLBACK_ROWS = 100_000;

/** Those rows drawn, in characters, of which a cell may take dozens; a frame to a window holds 64 MB. Policy: fewer of the oldest are drawn. */
export const MAX_HISTORY_CHARS = 16 * 1024 * 1024;

/** Cells one way; above this, programs that allocate by the size of their screen suffer. Policy: a larger size is lowered to it. */
export const MOST_CELLS = 1000;

/** A line of text, colours included, in characters. Policy: what goes over it is a line of its own. */
export const MAX_LINE_CHARS = 16 * 1024;

/**
 * An OSC, DCS, APC, PM or SOS string, in characters, which in a screen are bytes. Policy: in a line
 * it is given up, and what follows is text; a screen keeps no more of it and waits for its end.
 */
export const MAX_ESCAPE_STRING_CHARS = 64 * 1024;

/** An OSC by which a program tells what it is doing, in bytes. Policy: one that is longer is not told. */
export const MAX_OSC_SIGNAL_BYTES = 4096;

/** Questions that a terminal was asked and has not answered. Policy: the oldest are forgotten. */
export const MAX_OPEN_QUESTIONS = 64;

/** Answers to the question whether Program Status is read. Policy: a question more is not answered, for it is an answer's echo. */
export const PROGRAM_STATUS_ANSWERS = { burst: 16, perSecond: 1 } as const;

/** Any other escape sequence, in characters. Policy: given up, what follows is text. */
export const MAX_CSI_CHARS = 256;

/** Links that a screen remembers. Policy: the oldest is forgotten, its text stays. */
export const MAX_LINKS = 4096;

/**
 * Combining marks in one cell. A program may send them without end, and a cell would take them
 * all; the longest sequence that people write has about 10. Policy: one more begins a cell of its own.
 */
export const MAX_JOINED_MARKS = 32;

/**
 * Output that waits unparsed while nobody looks, in bytes: the scrollback's worth of a log, twice.
 * Policy: what can no longer be seen of it is skimmed, and if more than `left` stays, that is parsed.
 */
export const LAZY_BYTES = { most: 3 * 1024 * 1024, left: 1.5 * 1024 * 1024 } as const;

/** Output that waits to be parsed, whoever looks, in bytes. Policy: above the high mark its source is paused, until it is below the low one. */
export const BACKLOG_WATERMARKS = { high: 4 * 1024 * 1024, low: 2 * 1024 * 1024 } as const;

/** Input that waits for a program that does not read it, in bytes: several times any sane paste. Policy: what goes over it is refused whole. */
export const INPUT_QUEUE_LIMIT_BYTES = 16 * 1024 * 1024;

/** Input that is written in one go, in bytes, however fast the program reads. Policy: then everything else has its turn. */
export const INPUT_BURST_BYTES = 256 * 1024;

/** Output that is read at a program's exit, in bytes: the kernel holds some 12 KB. Policy: what more comes, a left-over program that floods has written, and is not read. */
export const DRAIN_LIMIT_BYTES = 256 * 1024;

/** Output that a screen takes in at a time, in bytes. Policy: then it looks what else waits. */
export const BATCH_BYTES = 256 * 1024;

/** A character of a line with all its combining marks, in UTF-16 units. Policy: more marks are left out. */
export const MAX_CELL_CHARS = 16;

/** A title that comes in pieces, in characters. Policy: the rest is left out. */
export const MAX_COLLECTED_TITLE_CHARS = 1024;

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

/** Output held for a VS Code terminal, in characters. Policy: it is dropped, and the terminal is redrawn. */
export const VIEWER_HELD_CHARS = 256 * 1024;

/** What a VS Code terminal is sent in every second, and at once after a pause, in characters. Policy: the rest is held. */
export const VIEWER_CHARS_PER_SECOND = 2_000_000;
export const VIEWER_BURST_CHARS = 2_000_000;

/** Sizes that a session takes at once, and then one in every so many milliseconds. Policy: of those between only the last counts. */
export const RESIZE_BURST = 4;
export const RESIZE_INTERVAL_MS = 125;

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
