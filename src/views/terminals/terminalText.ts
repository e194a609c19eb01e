import { MODE_RESET } from '../../pty/screen/escapes/modeReset';

/** Erases a row: a full-screen program may have written where a last line goes. */
const ERASE_ROW = '\x1b[2K';
const RED = '\x1b[31m';
const REVERSE = '\x1b[7m';
/** A terminal puts the cursor no lower than it has rows. */
const LAST_ROW = '\x1b[9999;1H';
const PLAIN = '\x1b[0m';

/** What the key sends. */
export const ENTER = '\r';

/** Makes a terminal as good as new. */
export const FULL_RESET = '\x1bc';

/** The line under a last screen. Nothing it leaves on can look like a key. */
export function formatLastLine(text: string): string {
  return `${MODE_RESET}\r\n${ERASE_ROW}${text}\r\n`;
}

/** Below all that the last screen shows, wherever its cursor stood. */
export function formatElsewhere(): string {
  return formatNote('now driven from another window; press Enter to take it back');
}

/** The same once there is nothing to take back. */
export function formatEndedElsewhere(): string {
  return formatNote('it has ended there; press any key to close');
}

/** A failure, for the terminal that has nothing else to show. */
export function formatFailure(message: string): string {
  return `${RED}${toTerminalLines(message)}${PLAIN}\r\n\r\n[Press any key to close.]\r\n`;
}

/** Tells VS Code where the program works, so that relative paths in its output are links. */
export function formatCwd(cwd: string): string {
  return `\x1b]633;P;Cwd=${escapePropertyValue(cwd)}\x07`;
}

/** Whether the terminal itself says this (focus, mouse, an answer to a query), and no key. */
export function isTerminalReport(input: string): boolean {
  return /^\x1b(?:[\]P]|\[[?<>MIO])/u.test(input);
}

function formatNote(text: string): string {
  return `${MODE_RESET}${LAST_ROW}\r\n${ERASE_ROW}${REVERSE}[${text}]${PLAIN}`;
}

function toTerminalLines(text: string): string {
  return text.replace(/\r?\n/gu, '\r\n').replace(/[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]/gu, ' ');
}

/** As VS Code's shell integration reads it back: `\\` for a backslash, `\xHH` for the rest. */
function escapePropertyValue(value: string): string {
  return value.replace(/[\x00-\x1f\x7f\\;]/gu, (char) =>
    char === '\\' ? '\\\\' : `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
