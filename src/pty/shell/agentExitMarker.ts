/**
 * The number of the private OSC with which a wrapper reports the exit status of its agent: `ESC ]
 * 7749 ; {nonce} ; {status} BEL`. The nonce is random for each session, so a file that an agent
 * prints, or another session's output, cannot contain a valid report.
 */
const OSC_NUMBER = 7749;
const ESC = 0x1b;
const BEL = 0x07;
/** The longest status is 255. */
const MAX_DIGITS = 3;
const NOTHING = new Uint8Array(0);

/** The format for a shell's `printf` that reports a status, which follows as an argument. */
export function buildAgentExitFormat(nonce: string): string {
  requireNonce(nonce);
  return `\\033]${OSC_NUMBER};${nonce};%d\\007`;
}

/** The report of a status, as that format prints it. */
export function buildAgentExitReport(nonce: string, status: number): string {
  requireNonce(nonce);
  return `\x1b]${OSC_NUMBER};${nonce};${status}\x07`;
}

/** The output of a chunk, and the agent's status if the chunk completed its report. */
interface FilteredOutput {
  readonly output: Uint8Array;
  readonly agentExitCode: number | undefined;
}

/**
 * Removes the report from a PTY's output, split at any byte. All other output passes unchanged and
 * at once, except for a possible beginning of a report, which is never longer than a report. After
 * the first report everything passes. `between` is inserted after the agent's output, before that
 * of the next program.
 */
export class AgentExitMarkerFilter {
  private readonly prefix: Buffer;
  private readonly between: Uint8Array;
  private held: Uint8Array = NOTHING;
  private reported = false;

  constructor(nonce: string, between = '') {
    requireNonce(nonce);
    this.between = Buffer.from(between);
    this.prefix = Buffer.from(`\x1b]${OSC_NUMBER};${nonce};`);
  }

  push(chunk: Uint8Array): FilteredOutput {
    if (this.reported) {
      return { output: chunk, agentExitCode: undefined };
    }
    const bytes = asBuffer(this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk);
    this.held = NOTHING;
    for (let at = bytes.indexOf(this.prefix); at >= 0; at = bytes.indexOf(this.prefix, at + 1)) {
      const report = parseStatus(bytes, at + this.prefix.length);
      if (report) {
        this.reported = true;
        const parts = [bytes.subarray(0, at), this.between, bytes.subarray(report.end)];
        return { output: Buffer.concat(parts), agentExitCode: report.status };
      }
    }
    return { output: this.holdBackTail(bytes), agentExitCode: undefined };
  }

  /** Returns the held bytes. No more output can complete them. */
  flush(): Uint8Array {
    const rest = this.held;
    this.held = NOTHING;
    return rest;
  }

  /**
   * The only ESC of a report is its first byte, so only the last ESC can begin an incomplete
   * report.
   */
  private holdBackTail(bytes: Buffer): Uint8Array {
    const at = bytes.lastIndexOf(ESC);
    if (at < 0 || !this.mayBecomeReport(bytes.subarray(at))) {
      return bytes;
    }
    // A copy, since the chunk belongs to the caller.
    this.held = Uint8Array.from(bytes.subarray(at));
    return bytes.subarray(0, at);
  }

  private mayBecomeReport(tail: Buffer): boolean {
    const known = Math.min(tail.length, this.prefix.length);
    const digits = tail.subarray(known);
    return (
      tail.subarray(0, known).equals(this.prefix.subarray(0, known)) &&
      digits.length <= MAX_DIGITS &&
      digits.every(isDigit)
    );
  }
}

function requireNonce(nonce: string): void {
  if (!/^[A-Za-z0-9]+$/.test(nonce)) {
    throw new Error(`The nonce "${nonce}" is not made of letters and digits.`);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function parseStatus(
  bytes: Buffer,
  from: number,
): { readonly status: number; readonly end: number } | undefined {
  const bel = bytes.indexOf(BEL, from);
  const digits = bytes.subarray(from, bel);
  const isStatus = bel > from && digits.length <= MAX_DIGITS && digits.every(isDigit);
  return isStatus ? { status: Number(digits.toString('latin1')), end: bel + 1 } : undefined;
}
