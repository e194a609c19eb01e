import { BEL, CAN, ESC, isC1, SUB } from './controlBytes';

/**
 * The state of a terminal's parser between two characters: in text (`ground`), or inside an escape
 * sequence. BEL ends only an `osc`, not other strings.
 */
export type EscapeState = 'ground' | 'escape' | 'intermediate' | 'csi' | 'osc' | 'string';

/** The states that 8-bit controls start. Others start nothing and end an open sequence. */
const C1: Readonly<Record<number, EscapeState>> = {
  0x90: 'string', // DCS
  0x98: 'string', // SOS
  0x9b: 'csi',
  0x9d: 'osc',
  0x9e: 'string', // PM
  0x9f: 'string', // APC
};

/** The states that the character after ESC starts. */
const AFTER_ESC: Readonly<Record<string, EscapeState>> = {
  '[': 'csi',
  ']': 'osc',
  P: 'string',
  X: 'string',
  '^': 'string',
  _: 'string',
};

/**
 * The state after the character with this code point, by the rules of xterm.js (vt100.net's
 * parser).
 */
export function nextEscapeState(state: EscapeState, code: number): EscapeState {
  if (code === ESC) {
    return 'escape';
  }
  if (code === CAN || code === SUB) {
    return 'ground';
  }
  if (isC1(code)) {
    return C1[code] ?? 'ground';
  }
  switch (state) {
    case 'ground':
    case 'string':
      return state;
    case 'osc':
      return code === BEL ? 'ground' : 'osc';
    case 'escape':
      return AFTER_ESC[String.fromCharCode(code)] ?? afterIntermediate('escape', code);
    case 'intermediate':
      return afterIntermediate('intermediate', code);
    case 'csi':
      return code < 0x40 || code === 0x7f ? 'csi' : 'ground';
  }
}

function afterIntermediate(state: EscapeState, code: number): EscapeState {
  if (code < 0x20 || code === 0x7f) {
    return state;
  }
  return code <= 0x2f ? 'intermediate' : 'ground';
}
