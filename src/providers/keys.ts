export const ESC = '\x1b';
export const CTRL_C = '\x03';
export const ENTER = '\r';

/** One write to a PTY, and how long to wait before the next. */
export interface Keystrokes {
  readonly data: string;
  readonly waitMs: number;
}
