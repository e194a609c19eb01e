export const ESC = '\x1b';
export const CTRL_C = '\x03';
export const ENTER = '\r';
