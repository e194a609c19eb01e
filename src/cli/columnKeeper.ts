const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** IND: down a row, in the same column. */
const DOWN = Buffer.from('\x1bD');

/**
 * Keeps a program's line feeds what they are. What comes from a session has gone through one
 * terminal already; the person's own, whose output Node leaves as it is in raw mode, makes every
 * line feed the beginning of a line.
 */
export class ColumnKeeper {
  private last = 0;

  keep(bytes: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = [];
    let from = 0;
    bytes.forEach((byte, at) => {
      if (byte === LINE_FEED && this.last !== RETURN) {
        parts.push(bytes.subarray(from, at), DOWN);
        from = at + 1;
      }
      this.last = byte;
    });
    return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)]);
  }
}
