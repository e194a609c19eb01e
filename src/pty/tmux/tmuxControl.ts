import { CLIENT_ENDED, PAINT_WANTED } from './tmuxMarks';

/** What a client of tmux in control mode says, and what stands around that. */
export interface TmuxControlHandlers {
  /** Output of the client's own terminal, before tmux speaks and after it. */
  handlePlain(bytes: Uint8Array): void;
  /**
   * From here on tmux takes commands for the session, a line each; `wantsPaint` where it shows what
   * was there before.
   */
  handleBegin(start: { readonly wantsPaint: boolean }): void;
  /** tmux takes no more commands, and what was not answered will not be. */
  handleEnd(): void;
  /** Output of the session's program, as it wrote it. */
  handleOutput(bytes: Uint8Array): void;
  /** The answer to the oldest command that has none: its lines, without their ends. */
  handleReply(lines: readonly Buffer[]): void;
  /** The name of the session's window has changed. */
  handleRenamed(name: string): void;
}

const BEGIN = Buffer.from('\x1bP1000p');
const END = Buffer.from('\x1b\\');
const PAINT = Buffer.from(PAINT_WANTED);
const ENDED = Buffer.from(CLIENT_ENDED);
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const NOTHING = Buffer.alloc(0);

/** A command's answer stands between two lines that name it; the last number is 1 for our own commands. */
const GUARD = /^%(?<kind>begin|end|error) (?<id>\d+ \d+) (?<isOurs>[01])$/;

/**
 * Takes apart what `tmux -CC` writes, wherever its bytes are split: tmux's control mode, in which
 * programs' output comes as they wrote it, every byte of it. (tmux(1), CONTROL MODE.)
 */
export class TmuxControl {
  private rest: Buffer = NOTHING;
  private isSpeaking = false;
  private hasBegun = false;
  private wantsPaint = false;
  private reply: { readonly id: string; readonly isOurs: boolean; lines: Buffer[] } | undefined;

  constructor(private readonly handlers: TmuxControlHandlers) {}

  push(chunk: Uint8Array): void {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : Buffer.from(chunk);
    while (this.isSpeaking ? this.takeLine() : this.takePlain()) {
      // One part of it after the other.
    }
  }

  /** Gives what may have been the beginning of something, at the end of all. */
  flush(): void {
    if (!this.isSpeaking && this.rest.length > 0) {
      this.handlers.handlePlain(this.rest);
    }
    this.rest = NOTHING;
  }

  /** Whether tmux begins to speak in it. */
  private takePlain(): boolean {
    const escape = this.rest.indexOf(0x1b);
    const at = escape < 0 ? this.rest.length : escape;
    const after = this.rest.subarray(at);
    const sign = [BEGIN, PAINT, ENDED].find((one) => startsAlike(after, one));
    if (sign && after.length < sign.length) {
      this.tellPlain(at);
      return false;
    }
    if (!sign) {
      this.tellPlain(escape < 0 ? at : at + 1);
      return this.rest.length > 0;
    }
    this.tellPlain(at);
    this.rest = this.rest.subarray(sign.length);
    if (sign === PAINT) {
      this.wantsPaint = true;
    } else if (sign === BEGIN) {
      this.isSpeaking = true;
    }
    return true;
  }

  private tellPlain(length: number): void {
    if (length > 0) {
      this.handlers.handlePlain(this.rest.subarray(0, length));
      this.rest = this.rest.subarray(length);
    }
  }

  private takeLine(): boolean {
    if (!this.reply && startsAlike(this.rest, END) && this.rest.length >= END.length) {
      this.endSpeech(END.length);
      return true;
    }
    const end = this.rest.indexOf(NEWLINE);
    const line = end < 0 ? this.rest : this.rest.subarray(0, end);
    const cut = line.indexOf(ENDED);
    if (cut >= 0) {
      this.endSpeech(cut + ENDED.length);
      return true;
    }
    if (end < 0) {
      return false;
    }
    this.rest = this.rest.subarray(end + 1);
    this.handleLine(line.at(-1) === 0x0d ? line.subarray(0, -1) : line);
    return true;
  }

  /** Another client may speak after this one. */
  private endSpeech(length: number): void {
    this.rest = this.rest.subarray(length);
    this.isSpeaking = false;
    this.hasBegun = false;
    this.wantsPaint = false;
    this.reply = undefined;
    this.handlers.handleEnd();
  }

  private handleLine(line: Buffer): void {
    const guard = line.length < 80 ? GUARD.exec(line.toString('latin1'))?.groups : undefined;
    const { reply } = this;
    if (reply) {
      if (guard && guard['kind'] !== 'begin' && guard['id'] === reply.id) {
        this.reply = undefined;
        if (reply.isOurs) {
          this.handlers.handleReply(reply.lines);
        }
      } else {
        reply.lines.push(Buffer.from(line));
      }
    } else if (guard?.['kind'] === 'begin') {
      this.reply = { id: guard['id'] ?? '', isOurs: guard['isOurs'] === '1', lines: [] };
    } else {
      this.handleNotice(line);
    }
  }

  private handleNotice(line: Buffer): void {
    if (line.subarray(0, OUTPUT.length).equals(OUTPUT)) {
      const at = line.indexOf(' ', OUTPUT.length);
      this.handlers.handleOutput(unescape(line.subarray(at + 1)));
      return;
    }
    if (!this.hasBegun && line.subarray(0, ATTACHED.length).equals(ATTACHED)) {
      // It speaks before it has a session, and what it is told by then is for none.
      this.hasBegun = true;
      this.handlers.handleBegin({ wantsPaint: this.wantsPaint });
      return;
    }
    const renamed = /^%window-renamed @\d+ (.*)$/.exec(line.toString());
    if (renamed?.[1] !== undefined) {
      this.handlers.handleRenamed(renamed[1]);
    }
  }
}

const OUTPUT = Buffer.from('%output %');
const ATTACHED = Buffer.from('%session-changed ');

/** Below the space, and the backslash, bytes come as `\ooo`. */
function unescape(text: Buffer): Buffer {
  if (!text.includes(BACKSLASH)) {
    return Buffer.from(text);
  }
  const bytes = Buffer.alloc(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === BACKSLASH) {
      bytes[length++] = Number.parseInt(text.toString('latin1', at + 1, at + 4), 8);
      at += 3;
    } else {
      bytes[length++] = text[at] ?? 0;
    }
  }
  return bytes.subarray(0, length);
}

/** Whether `bytes` begin as `sign` does, as far as there are any. */
function startsAlike(bytes: Buffer, sign: Buffer): boolean {
  const length = Math.min(bytes.length, sign.length);
  return bytes.compare(sign, 0, length, 0, length) === 0;
}
