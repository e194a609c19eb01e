export const ESC = '\x1b';
export const CTRL_C = '\x03';
export const CTRL_E = '\x05';
export const CTRL_U = '\x15';
export const ENTER = '\r';
export const ARROW_UP = '\x1b[A';
export const ARROW_DOWN = '\x1b[B';
export const ARROW_RIGHT = '\x1b[C';
export const ARROW_LEFT = '\x1b[D';

/** One write to a PTY, and how long to wait before the next. */
export interface Keystrokes {
  readonly data: string;
  readonly waitMs: number;
}
