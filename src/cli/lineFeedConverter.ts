const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** IND (ECMA-48): moves the cursor down a row and keeps the column. */
const DOWN = Buffer.from('\x1bD');

/**
 * Replaces bare line feeds by IND, so that they keep the column. A session's output has already
 * passed through a terminal driver, so its line feeds are literal. But in raw mode Node leaves the
 * output flags of the person's terminal unchanged, and its driver would add a carriage return to
 * each line feed.
 */
export class LineFeedConverter {
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
