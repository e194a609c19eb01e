import { LF } from '../screen/escapes/controlBytes';
import { CLIENT_ENDED, PAINT_WANTED } from './tmuxMarks';

/** Receives the parts of the output of a tmux client in control mode. */
interface TmuxControlHandlers {
  /** Output of the client's own terminal, before and after control mode. */
  handlePlain(bytes: Uint8Array): void;
  /**
   * From now on tmux accepts commands for the session, one per line. `needsPaint`: the session
   * existed before, so its screen has to be painted.
   */
  handleBegin(start: { readonly needsPaint: boolean }): void;
  /** tmux accepts no more commands, and open commands get no reply. */
  handleEnd(): void;
  /** Output of the session's program, as it wrote it. */
  handleOutput(bytes: Uint8Array): void;
  /** The reply to the oldest open command: its lines, without line ends. */
  handleReply(lines: readonly Buffer[]): void;
  /** The name of the session's window has changed. */
  handleRenamed(name: string): void;
}

const BEGIN = Buffer.from('\x1bP1000p');
const END = Buffer.from('\x1b\\');
const PAINT = Buffer.from(PAINT_WANTED);
const ENDED = Buffer.from(CLIENT_ENDED);
const BACKSLASH = 0x5c;
const NOTHING = Buffer.alloc(0);

/**
 * A command's reply is enclosed in two lines that identify it. The last number is 1 for commands of
 * this client.
 */
const GUARD = /^%(?<kind>begin|end|error) (?<id>\d+ \d+) (?<isOurs>[01])$/;

/**
 * Parses the output of `tmux -CC`, split at any byte: tmux's control mode, in which the output of
 * programs arrives unchanged (tmux(1), CONTROL MODE).
 */
export class TmuxControl {
  private rest: Buffer = NOTHING;
  private isInControlMode = false;
  private hasBegun = false;
  private needsPaint = false;
  private reply: { readonly id: string; readonly isOurs: boolean; lines: Buffer[] } | undefined;

  constructor(private readonly handlers: TmuxControlHandlers) {}

  push(chunk: Uint8Array): void {
    this.rest = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : Buffer.from(chunk);
    while (this.isInControlMode ? this.takeLine() : this.takePlain()) {
      // Takes one part at a time.
    }
  }

  /** Emits what is left at the end of the output, which may have been the beginning of a marker. */
  flush(): void {
    if (!this.isInControlMode && this.rest.length > 0) {
      this.handlers.handlePlain(this.rest);
    }
    this.rest = NOTHING;
  }

  /** Handles output outside control mode. Returns whether to continue. */
  private takePlain(): boolean {
    const escape = this.rest.indexOf(0x1b);
    const at = escape < 0 ? this.rest.length : escape;
    const after = this.rest.subarray(at);
    const marker = [BEGIN, PAINT, ENDED].find((one) => startsAlike(after, one));
    if (marker && after.length < marker.length) {
      this.emitPlain(at);
      return false;
    }
    if (!marker) {
      this.emitPlain(escape < 0 ? at : at + 1);
      return this.rest.length > 0;
    }
    this.emitPlain(at);
    this.rest = this.rest.subarray(marker.length);
    if (marker === PAINT) {
      this.needsPaint = true;
    } else if (marker === BEGIN) {
      this.isInControlMode = true;
    }
    return true;
  }

  private emitPlain(length: number): void {
    if (length > 0) {
      this.handlers.handlePlain(this.rest.subarray(0, length));
      this.rest = this.rest.subarray(length);
    }
  }

  private takeLine(): boolean {
    if (!this.reply && startsAlike(this.rest, END) && this.rest.length >= END.length) {
      this.leaveControlMode(END.length);
      return true;
    }
    const end = this.rest.indexOf(LF);
    const line = end < 0 ? this.rest : this.rest.subarray(0, end);
    const cut = line.indexOf(ENDED);
    if (cut >= 0) {
      this.leaveControlMode(cut + ENDED.length);
      return true;
    }
    if (end < 0) {
      return false;
    }
    this.rest = this.rest.subarray(end + 1);
    this.handleLine(line.at(-1) === 0x0d ? line.subarray(0, -1) : line);
    return true;
  }

  /** Another client may follow. */
  private leaveControlMode(length: number): void {
    this.rest = this.rest.subarray(length);
    this.isInControlMode = false;
    this.hasBegun = false;
    this.needsPaint = false;
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
      // Before this, tmux has no session, and commands would not apply to one.
      this.hasBegun = true;
      this.handlers.handleBegin({ needsPaint: this.needsPaint });
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

/** Undoes tmux's escaping: bytes below the space, and the backslash, arrive as `\ooo`. */
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

/** Whether `bytes` begin like `marker`, up to the length of the shorter one. */
function startsAlike(bytes: Buffer, marker: Buffer): boolean {
  const length = Math.min(bytes.length, marker.length);
  return bytes.compare(marker, 0, length, 0, length) === 0;
}
