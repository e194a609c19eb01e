import { MODE_RESET } from '../../base/text/modeReset';

/** Erases a row: a full-screen program may have written where the last line is printed. */
const ERASE_ROW = '\x1b[2K';
const RED = '\x1b[31m';
const REVERSE = '\x1b[7m';
/** Moves the cursor to the last row: a terminal limits the position to its rows. */
const LAST_ROW = '\x1b[9999;1H';
const PLAIN = '\x1b[0m';

/**
 * Returns the line below a last screen. Modes are reset so that nothing the terminal sends
 * afterwards looks like a key.
 */
export function formatLastLine(text: string): string {
  return `${MODE_RESET}\r\n${ERASE_ROW}${text}\r\n`;
}

/** Returns a note in the last row, below the whole last screen. */
export function formatElsewhere(): string {
  return formatNote('now driven from another window; press Enter to take it back');
}

/** Returns the note that replaces {@link formatElsewhere} when the session cannot be taken back. */
export function formatEndedElsewhere(): string {
  return formatNote('it has ended there; press any key to close');
}

/** Returns the error message for a terminal that shows nothing else. */
export function formatFailure(message: string): string {
  return `${RED}${toTerminalLines(message)}${PLAIN}\r\n\r\n[Press any key to close.]\r\n`;
}

/**
 * Returns the sequences that set the working directory for VS Code, so that relative paths in the
 * output become links into it (OSC 633). VS Code reads the directory only below the start of a
 * prompt, `A`. The marks `B` and `C` after it are left out: with them VS Code takes the program for
 * a command, decorates it and copies its output to the extensions.
 */
export function formatCwd(cwd: string): string {
  return `\x1b]633;A\x07\x1b]633;P;Cwd=${escapePropertyValue(cwd)}\x07`;
}

/** Whether the terminal itself sent this input (focus, mouse, an answer to a query), not a key. */
export function isTerminalReport(input: string): boolean {
  return /^\x1b(?:[\]P]|\[[?<>MIO])/u.test(input);
}

function formatNote(text: string): string {
  return `${MODE_RESET}${LAST_ROW}\r\n${ERASE_ROW}${REVERSE}[${text}]${PLAIN}`;
}

function toTerminalLines(text: string): string {
  return text.replace(/\r?\n/gu, '\r\n').replace(/[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]/gu, ' ');
}

/**
 * Escapes a value as VS Code's shell integration reads it: `\\` for a backslash, `\xHH` for
 * semicolons and controls. C1 controls would end the sequence or begin another one.
 */
function escapePropertyValue(value: string): string {
  return value.replace(/[\x00-\x1f\x7f-\x9f\\;]/gu, (char) =>
    char === '\\' ? '\\\\' : `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
