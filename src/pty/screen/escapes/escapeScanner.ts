import { ESC, isC1 } from './controlBytes';
import { nextEscapeState, type EscapeState } from './escapeState';
import { MAX_CSI_CHARS, MAX_ESCAPE_STRING_CHARS } from '../../limits';
import { endOfSgr, isSgrParameters } from './sgrSequence';

const LAST_OF_ONE_UNIT = 0xffff;

/** Receives what {@link EscapeScanner} finds, in order. */
interface EscapeHandler {
  /** Characters to show and SGR sequences among them. Never empty. */
  text(run: string): void;
  /** The code of a control character (below 0x20), except ESC. */
  control(code: number): void;
  /** Any other CSI sequence: the text between `ESC [` and its final character. */
  csi(parameters: string, final: string): void;
}

/**
 * Splits a terminal's output into text with colours, control characters and CSI sequences, and
 * drops the rest. The result does not depend on how the output is split into chunks. A sequence
 * that does not end within its limit is abandoned, and the rest of it is text.
 */
export class EscapeScanner {
  private state: EscapeState = 'ground';
  private parameters = '';
  private sequenceChars = 0;

  constructor(private readonly handler: EscapeHandler) {}

  push(text: string): void {
    let index = 0;
    while (index < text.length) {
      const end = this.state === 'ground' ? endOfRun(text, index) : index;
      if (end > index) {
        this.handler.text(text.slice(index, end));
        index = end;
      } else {
        const code = text.codePointAt(index) ?? 0;
        this.step(code);
        index += code > LAST_OF_ONE_UNIT ? 2 : 1;
      }
    }
  }

  private step(code: number): void {
    const before = this.state;
    this.state = nextEscapeState(before, code);
    if (code === ESC || isC1(code)) {
      this.parameters = '';
      this.sequenceChars = 0;
    } else if (code < 0x20 && before !== 'osc' && before !== 'string') {
      this.handler.control(code);
    } else if (before === 'csi') {
      this.stepInCsi(code);
    }
    this.giveUpAtLimit();
  }

  private stepInCsi(code: number): void {
    if (this.state === 'csi') {
      this.parameters += String.fromCharCode(code);
    } else if (code < 0x7f) {
      this.endCsi(String.fromCharCode(code));
    }
  }

  private endCsi(final: string): void {
    if (final === 'm' && isSgrParameters(this.parameters)) {
      this.handler.text(`\x1b[${this.parameters}m`);
    } else {
      this.handler.csi(this.parameters, final);
    }
  }

  private giveUpAtLimit(): void {
    if (this.state === 'ground') {
      return;
    }
    this.sequenceChars += 1;
    const isString = this.state === 'osc' || this.state === 'string';
    if (this.sequenceChars >= (isString ? MAX_ESCAPE_STRING_CHARS : MAX_CSI_CHARS)) {
      this.state = 'ground';
    }
  }
}

/**
 * The end of the text that starts at `from`: before a control character or a sequence other than
 * SGR.
 */
function endOfRun(text: string, from: number): number {
  let index = from;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code >= 0x20 && (code < 0x7f || code > 0x9f)) {
      index += 1;
      continue;
    }
    const end = code === ESC ? endOfSgr(text, index) : index;
    if (end === index) {
      return index;
    }
    index = end;
  }
  return index;
}
