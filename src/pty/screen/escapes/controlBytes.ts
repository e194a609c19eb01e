/** What Ctrl-C types. */
export const CTRL_C = 0x03;
/** What Ctrl-D types. */
export const CTRL_D = 0x04;
export const BEL = 0x07;
export const BS = 0x08;
export const LF = 0x0a;
export const CR = 0x0d;
export const CAN = 0x18;
/** What Ctrl-Z types. */
export const SUB = 0x1a;
export const ESC = 0x1b;

/** The first byte of a C1 control in UTF-8, which xterm.js executes. The second byte is its code. */
export const C1_LEAD = 0xc2;

/** Whether a code point, or the byte after {@link C1_LEAD}, is an 8-bit control, U+0080 to U+009F. */
export function isC1(code: number | undefined): boolean {
  return code !== undefined && code >= 0x80 && code <= 0x9f;
}
