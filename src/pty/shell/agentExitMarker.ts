import { createHash } from 'node:crypto';
import { asBuffer } from '../screen/escapes/asBuffer';
import { ESC } from '../screen/escapes/controlBytes';

/**
 * The number of our private OSC, with which a wrapper reports the exit status of its agent: `ESC ]
 * 7749 ; {nonce} ; {status} BEL`. The nonce is random for each session, so a file that an agent
 * prints, or another session's output, cannot contain a valid report. Only the wrapper has it, so
 * the agent cannot print one either (see `exitReport.ts`).
 */
export const REPORT_OSC = 7749;
const START = `\x1b]${REPORT_OSC};`;
/** A report: at most 64 letters and digits, and the longest status is 255; `b` if the agent begins. */
const REPORT = /^\x1b\]7749;([A-Za-z0-9]{1,64});(\d{1,3}|b)\x07/;
/** What follows the start in the beginning of a report. */
const BEGINNING = /^(?:[A-Za-z0-9]{0,64}|[A-Za-z0-9]{1,64};(?:\d{0,3}|b))$/;
const MAX_BYTES = START.length + 64 + 1 + 3 + 1;
const NOTHING = new Uint8Array(0);

/** The format for a shell's `printf` that reports a status. The nonce and the status follow it. */
export const AGENT_EXIT_FORMAT = `\\033]${REPORT_OSC};%s;%d\\007`;

/**
 * The format that reports that the agent begins. The hash of the nonce follows it, not the nonce: no
 * status can be forged with what a screen or a file of output contains.
 */
export const AGENT_BEGIN_FORMAT = `\\033]${REPORT_OSC};%s;b\\007`;

/** The report of a beginning, as that format prints it. */
export function buildAgentBeginReport(hash: string): string {
  return `${START}${hash};b\x07`;
}

/** The report of a status, as that format prints it. */
export function buildAgentExitReport(nonce: string, status: number): string {
  return `${START}${nonce};${status}\x07`;
}

/**
 * What a report is checked against: SHA-256 in hexadecimal. The nonce does not follow from it, so it
 * can be stored where the agent could read it.
 * @throws if the nonce is not of 1 to 64 letters and digits.
 */
export function hashNonce(nonce: string): string {
  if (!/^[A-Za-z0-9]{1,64}$/.test(nonce)) {
    throw new Error(`The nonce "${nonce}" is not made of 1 to 64 letters and digits.`);
  }
  return createHash('sha256').update(nonce).digest('hex');
}

/** The hash for the reports of a session's program; undefined if it makes none. */
export function findExitMarkerHash(spec: {
  readonly exitMarkerNonce?: string | undefined;
  readonly exitMarkerHash?: string | undefined;
}): string | undefined {
  const { exitMarkerNonce, exitMarkerHash } = spec;
  return exitMarkerNonce === undefined ? exitMarkerHash : hashNonce(exitMarkerNonce);
}

/** The output of a chunk, and what the reports state that the chunk completed. */
interface FilteredOutput {
  readonly output: Uint8Array;
  readonly hasBegun?: true;
  readonly agentExitCode: number | undefined;
}

/**
 * Removes the reports from a PTY's output, split at any byte. All other output passes unchanged and
 * at once, except for a possible beginning of a report, which is never longer than a report. After
 * the report of a status everything passes. `between` is inserted after the agent's output, before that
 * of the next program.
 */
export class AgentExitMarkerFilter {
  private readonly between: Uint8Array;
  private held: Uint8Array = NOTHING;
  private reported = false;

  /** `hash` is that of the nonce; see {@link hashNonce}. */
  constructor(
    private readonly hash: string,
    between = '',
  ) {
    this.between = Buffer.from(between);
  }

  push(chunk: Uint8Array): FilteredOutput {
    if (this.reported) {
      return { output: chunk, agentExitCode: undefined };
    }
    const bytes = asBuffer(this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk);
    this.held = NOTHING;
    for (let at = bytes.indexOf(START); at >= 0; at = bytes.indexOf(START, at + 1)) {
      const report = this.parse(bytes.toString('latin1', at, at + MAX_BYTES));
      if (report?.status === 'b') {
        const rest = this.push(bytes.subarray(at + report.length));
        const output = Buffer.concat([bytes.subarray(0, at), rest.output]);
        return { ...rest, output, hasBegun: true };
      }
      if (report) {
        this.reported = true;
        const parts = [bytes.subarray(0, at), this.between, bytes.subarray(at + report.length)];
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

  /** The report at the beginning of the text, and its length. */
  private parse(
    text: string,
  ): { readonly status: number | 'b'; readonly length: number } | undefined {
    const [whole = '', proof, status] = REPORT.exec(text) ?? [];
    if (proof === undefined) {
      return undefined;
    }
    const { length } = whole;
    if (status === 'b') {
      return proof === this.hash ? { status, length } : undefined;
    }
    return hashNonce(proof) === this.hash ? { status: Number(status), length } : undefined;
  }

  /**
   * The only ESC of a report is its first byte, so only the last ESC can begin an incomplete
   * report.
   */
  private holdBackTail(bytes: Buffer): Uint8Array {
    const at = bytes.lastIndexOf(ESC);
    if (
      at < 0 ||
      bytes.length - at >= MAX_BYTES ||
      !mayBecomeReport(bytes.toString('latin1', at))
    ) {
      return bytes;
    }
    // A copy, since the chunk belongs to the caller.
    this.held = Uint8Array.from(bytes.subarray(at));
    return bytes.subarray(0, at);
  }
}

function mayBecomeReport(tail: string): boolean {
  return tail.length <= START.length
    ? START.startsWith(tail)
    : tail.startsWith(START) && BEGINNING.test(tail.slice(START.length));
}
