import { asBuffer } from './asBuffer';
import { ESC } from './controlBytes';

/**
 * Which sequences a piece of output may have. One pass finds them, so that each scanner decodes only output that
 * may have its sequences: most output has many others.
 */
export interface OutputMarks {
  /** A query, see `terminalQueries.ts`. */
  readonly query: boolean;
  /** A switch of bracketed paste, or a full reset. */
  readonly paste: boolean;
  /** An OSC. */
  readonly osc: boolean;
  /** A sequence begins and does not end. */
  readonly cut: boolean;
}

/** How far a loop searches for ESC, which in output full of sequences is faster than a call of `indexOf` for each. */
const NEAR_BYTES = 64;

/** The bytes after ESC that introduce a sequence, or are a full reset. */
const CSI = 0x5b;
const OSC = 0x5d;
const DCS = 0x50;
const RESET = 0x63;

/** The first byte of the parameters of a CSI that sets or resets private modes. */
const PRIVATE = 0x3f;

/** A byte within a CSI that does not end it, the last byte of a query, and that of a switch of modes. */
const PARAMETER = 1;
const QUERY = 2;
const SWITCH = 3;

/** Which of these a byte is; 0 for all others. A table, since each sequence of a flood is looked up. */
const CSI_BYTES = tableOf([
  [PARAMETER, '0123456789:;<=>?$'],
  [QUERY, 'cnpqtu'],
  [SWITCH, 'hl'],
]);

/** The mode of bracketed paste (DECSET). */
const PASTE_MODE = Buffer.from('2004');

/** The code of an OSC query. The bytes may end in it. */
const COLOUR_CODE = /^(?:4(?:;|$)|1(?:[0-9](?:;|$)|$)|$)/;
const CODE_BYTES = 3;

export function marksOf(bytes: Uint8Array): OutputMarks {
  return search(asBuffer(bytes), bytes.length);
}

/** The marks of the sequences that begin in `last` and may end in `next`, the output after it. */
export function marksAcross(last: Uint8Array, next: Uint8Array): OutputMarks {
  return search(Buffer.concat([last, next]), last.length);
}

/** Searches the sequences that begin before `end`. */
function search(bytes: Buffer, end: number): OutputMarks {
  let [query, paste, osc, cut] = [false, false, false, false];
  let at = nextEscape(bytes, 0);
  while (at >= 0 && at < end) {
    let next = at + 1;
    const introducer = bytes[next];
    cut = introducer === undefined;
    if (introducer === CSI) {
      next = endOfParameters(bytes, at + 2);
      cut = next === bytes.length;
      const final = CSI_BYTES[bytes[next] ?? 0];
      query ||= final === QUERY;
      paste ||= final === SWITCH && namesPaste(bytes, at + 2, next);
    } else if (introducer === OSC) {
      osc = true;
      query ||= COLOUR_CODE.test(bytes.toString('latin1', at + 2, at + 2 + CODE_BYTES));
    } else if (introducer === DCS) {
      query = true;
    } else if (introducer === RESET) {
      paste = true;
    }
    at = nextEscape(bytes, next);
  }
  return { query, paste, osc, cut };
}

/** The position of the first ESC at or after `from`; -1 if there is none. */
function nextEscape(bytes: Buffer, from: number): number {
  const near = Math.min(from + NEAR_BYTES, bytes.length);
  for (let at = from; at < near; at++) {
    if (bytes[at] === ESC) {
      return at;
    }
  }
  return near < bytes.length ? bytes.indexOf(ESC, near) : -1;
}

/** The position after the parameters; the end of the bytes if they do not end before. */
function endOfParameters(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && CSI_BYTES[bytes[at] ?? 0] === PARAMETER) {
    at++;
  }
  return at;
}

/** Whether the parameters are private modes with the digits of bracketed paste. No string is created for it. */
function namesPaste(bytes: Buffer, start: number, end: number): boolean {
  const [first] = PASTE_MODE;
  for (let at = bytes[start] === PRIVATE ? start + 1 : end; at < end; at++) {
    if (bytes[at] === first && PASTE_MODE.every((byte, offset) => bytes[at + offset] === byte)) {
      return true;
    }
  }
  return false;
}

function tableOf(kinds: readonly (readonly [kind: number, bytes: string])[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const [kind, bytes] of kinds) {
    Buffer.from(bytes).forEach((byte) => (table[byte] = kind));
  }
  return table;
}
