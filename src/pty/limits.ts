/*
 * The limits of everything that grows with a program's output or a person's input, each with its
 * policy: what happens beyond the limit.
 */

/** Rows kept above a screen; fewer if `MAX_SCREEN_BYTES` has no room. Policy: the oldest are removed. */
export const MAX_SCROLLBACK_ROWS = 100_000;

/**
 * The cells of one screen and of the rows above it, in bytes. Policy: fewer rows are kept if they are wide.
 */
export const MAX_SCREEN_BYTES = 16 * 1024 * 1024;

/**
 * What a row above the screen has beside its cells (combining marks, links, underline styles), as a multiple of its
 * cells. So the memory of a screen is at most 1 + {@link MOST_EXTRAS} times {@link MAX_SCREEN_BYTES}, and its links.
 * Policy: the row loses them.
 */
export const MOST_EXTRAS = 4;

/**
 * The memory of all screens of a process, in bytes, compressed ones included. Policy: of the screens that are used least,
 * those that are unused are compressed, and those in use lose the rows above them.
 */
export const MAX_PROCESS_SCREEN_BYTES = 1024 * 1024 * 1024;

/** The heap of the worker that holds them, in bytes. Policy: the worker is replaced. */
export const MAX_WORKER_HEAP_BYTES = 1.5 * MAX_PROCESS_SCREEN_BYTES;

/**
 * When an unused screen is compressed, in milliseconds after its last use: after `ms`; after `earlyMs` while all
 * screens have more than `earlyAboveBytes`; after `leastMs` above {@link MAX_PROCESS_SCREEN_BYTES}. Looked for every
 * `everyMs`.
 */
export const COMPRESSION = {
  ms: 30_000,
  earlyMs: 5000,
  leastMs: 1000,
  earlyAboveBytes: 256 * 1024 * 1024,
  everyMs: 1000,
} as const;

/**
 * Output of one screen in the queue of its worker, in bytes. Policy: more waits beside the program, so that a query of
 * another session, which waits for all queues, is answered soon.
 */
export const SCREEN_QUEUE_BYTES = 32 * 1024;

/**
 * Output of a program that its screen has not parsed, in bytes. Policy: above the high mark the program is not read
 * until the low mark is reached.
 */
export const UNPARSED_BYTES = { high: 128 * 1024, low: 64 * 1024 } as const;

/**
 * Ends of workers within some milliseconds. Policy: no further worker starts in this process, since many of their
 * ends abort Electron (electron/electron#47986).
 */
export const WORKER_ENDS = { most: 3, ms: 60 * 60_000 } as const;

/**
 * For how many milliseconds in a row, and how often, a worker may send nothing while messages are unanswered. On a
 * machine with twenty times more work than it can do, a worker needs 9 s to start. Policy: it is replaced.
 */
export const WORKER_SILENCE = { ms: 10_000, times: 3 } as const;

/**
 * The drawing of the rows above a screen, in characters, of which a cell may take dozens; a frame to a window
 * holds 64 MB. Policy: fewer of the oldest rows are drawn.
 */
export const MAX_HISTORY_CHARS = 16 * 1024 * 1024;

/**
 * Cells in one direction. Larger sizes slow programs down that allocate by the size of their
 * screen. Policy: a larger size is reduced.
 */
export const MOST_CELLS = 1000;

/**
 * Cells of a whole screen, which cannot be removed as scrollback can: 512 columns of 256 rows, more
 * than a maximized terminal on a 4K display has. Policy: a larger size gets fewer rows.
 */
export const MOST_SCREEN_CELLS = 128 * 1024;

/** A line of text with its colours, in characters. Policy: the rest is a line of its own. */
export const MAX_LINE_CHARS = 16 * 1024;

/**
 * An OSC, DCS, APC, PM or SOS string, in characters; in a screen, in bytes. Policy: in a line, the
 * string is abandoned and the rest is text; a screen stores no more of it and waits for its end.
 */
export const MAX_ESCAPE_STRING_CHARS = 64 * 1024;

/** An OSC with which a program reports what it does, in bytes. Policy: a longer one is ignored. */
export const MAX_OSC_SIGNAL_BYTES = 4096;

/** Queries that a terminal has received and not answered. Policy: the oldest are dropped. */
export const MAX_OPEN_QUERIES = 64;

/**
 * Answers to the query for Program Status. Policy: further queries are not answered, since they are
 * echoes of answers.
 */
export const PROGRAM_STATUS_ANSWERS = { burst: 16, perSecond: 1 } as const;

/** Any other escape sequence, in characters. Policy: it is abandoned, and the rest is text. */
export const MAX_CSI_CHARS = 256;

/** Links that a screen stores, and their bytes. Policy: the oldest is removed; its text stays. */
export const MAX_LINKS = 4096;
export const MAX_LINK_BYTES = 2 * 1024 * 1024;

/**
 * Combining marks in one cell. A program may send any number, and all would be stored in the cell;
 * the longest sequence that people write has about 10. Policy: a further mark starts a new cell.
 */
export const MAX_JOINED_MARKS = 32;

/**
 * Input that waits for a program that does not read, in bytes: several times any realistic paste.
 * Policy: input beyond the limit is refused as a whole.
 */
export const INPUT_QUEUE_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * Input that is written without a pause, in bytes, however fast the program reads. Policy: other
 * work runs in between.
 */
export const INPUT_BURST_BYTES = 256 * 1024;

/**
 * Output that is read at a program's exit, in bytes; the kernel holds some 12 KB. Policy: the rest
 * is not read, since it comes from a left-over program that floods the terminal.
 */
export const DRAIN_LIMIT_BYTES = 256 * 1024;

/**
 * A character of a line with its combining marks, in UTF-16 units. Policy: further marks are
 * dropped.
 */
export const MAX_CELL_CHARS = 16;

/** A title that arrives in pieces, in characters. Policy: the rest is dropped. */
export const MAX_COLLECTED_TITLE_CHARS = 1024;

/**
 * Input before a terminal has its session, in characters; more than anyone types by then. Policy:
 * the rest is dropped.
 */
export const MAX_EARLY_INPUT_CHARS = 64 * 1024;

/**
 * Output that waits to be joined with more, in milliseconds since its first byte and in characters.
 * Policy: it is sent when either limit is reached.
 */
export const COALESCE = { ms: 5, chars: 64 * 1024 } as const;

/**
 * Output that is sent to a VS Code terminal before it is queried whether it has parsed it, in
 * characters.
 */
export const VIEWER_ACK_CHARS = 64 * 1024;

/**
 * Output that a VS Code terminal has not parsed, in characters. It stays responsive with this much
 * and is slow with 500,000. Policy: further output is held.
 */
export const VIEWER_UNPARSED_CHARS = 3 * VIEWER_ACK_CHARS;

/**
 * Output held for a VS Code terminal, in characters. Policy: it is dropped, and the terminal is
 * redrawn.
 */
export const VIEWER_HELD_CHARS = 256 * 1024;

/**
 * Output sent to a VS Code terminal per second, and at once after a pause, in characters. Policy:
 * the rest is held.
 */
export const VIEWER_CHARS_PER_SECOND = 2_000_000;
export const VIEWER_BURST_CHARS = 2_000_000;

/**
 * Sizes that a session accepts at once; after that, one in each interval of this many milliseconds.
 * Policy: only the last size in an interval counts.
 */
export const RESIZE_BURST = 4;
export const RESIZE_INTERVAL_MS = 125;

/**
 * Viewers of one session, each of which costs a copy of all output. Policy: a further one is
 * refused.
 */
export const MAX_VIEWERS = 64;

/**
 * Keyboard flags that a program may push for each buffer, as many as in xterm.js. Policy: the
 * oldest are dropped.
 */
export const MAX_KEYBOARD_STACK = 16;

/**
 * Active private modes that the headless terminal does not support; more than programs use. Policy:
 * the oldest is dropped.
 */
export const MAX_EXTRA_MODES = 64;

/**
 * The colours of a palette. Policy: a change of a colour beyond it is ignored, as in other
 * terminals.
 */
export const PALETTE_SIZE = 256;
