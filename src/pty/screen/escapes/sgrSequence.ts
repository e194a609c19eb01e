import { ESC } from './controlBytes';
import { MAX_CSI_CHARS } from '../../limits';

const LEFT_BRACKET = 0x5b;
/** The final byte of an SGR sequence: `m`. */
const SGR_END = 0x6d;
/** In ASCII the digits, the colon and the semicolon are adjacent. */
const DIGIT_0 = 0x30;
const SEMICOLON = 0x3b;

/**
 * The end of the SGR sequence (`ESC [ ... m`: colours and attributes) that starts at `from`; `from`
 * itself if none starts there, or it is incomplete.
 */
export function endOfSgr(text: string, from: number): number {
  if (text.charCodeAt(from) !== ESC || text.charCodeAt(from + 1) !== LEFT_BRACKET) {
    return from;
  }
  const end = endOfParameters(text, from + 2);
  return text.charCodeAt(end) === SGR_END && end - from < MAX_CSI_CHARS ? end + 1 : from;
}

/** Whether a CSI sequence that ends in `m` is SGR. `ESC [ > 4 ; 2 m` is not: it configures keys. */
export function isSgrParameters(parameters: string): boolean {
  return endOfParameters(parameters, 0) === parameters.length;
}

function endOfParameters(text: string, from: number): number {
  let index = from;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < DIGIT_0 || code > SEMICOLON) {
      break;
    }
  }
  return index;
}
