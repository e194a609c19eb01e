import { BEL, ESC } from '../screen/escapes/controlBytes';
import { REPORT_OSC } from '../shell/agentExitMarker';

/**
 * Reports of the remote machine among the output of its programs, each sent once: `ESC ] 7749 ;
 * {nonce} ; {word} BEL`, with the session's nonce.
 */
export type SshReport =
  /** It is ready for its script, and has turned the terminal's echo off. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'started' }
  /** It continues once the reports so far are confirmed as read (`sshScripts.ts`). */
  | { readonly kind: 'hold' }
  | { readonly kind: 'problem'; readonly problem: SshProblem }
  /** Everything that the session ran there has ended, with this status. */
  | { readonly kind: 'exit'; readonly status: number };

/** Something that the remote machine does not support or could not do. */
export type SshProblem = 'nodirectory' | 'nocwd' | 'notmux' | 'nosocket' | 'noposter' | 'gone';

/** The output of a chunk, and the reports in it. */
interface SshOutput {
  readonly output: Uint8Array;
  readonly reports: readonly SshReport[];
}

/** A word and a status. */
const MAX_WORD_BYTES = 16;
const NOTHING = new Uint8Array(0);

const PROBLEMS: readonly string[] = [
  'nodirectory',
  'nocwd',
  'notmux',
  'nosocket',
  'noposter',
  'gone',
] satisfies readonly SshProblem[];

/** The printf format of a report. `word` may be `%s`. Contains no quotes and no newlines. */
export function formatSshReport(nonce: string, word: string): string {
  return `\\033]${REPORT_OSC};${nonce};${word}\\007`;
}

/**
 * Removes reports from a PTY's output, split at any byte. All other output passes unchanged and at
 * once, except for a possible beginning of a report.
 */
export class SshReportFilter {
  private readonly prefix: Buffer;
  private held: Uint8Array = NOTHING;

  constructor(nonce: string) {
    this.prefix = Buffer.from(`\x1b]${REPORT_OSC};${nonce};`);
  }

  push(chunk: Uint8Array): SshOutput {
    const bytes = Buffer.concat([this.held, chunk]);
    this.held = NOTHING;
    const passed: Uint8Array[] = [];
    const reports: SshReport[] = [];
    let from = 0;
    for (let at = bytes.indexOf(this.prefix); at >= 0; at = bytes.indexOf(this.prefix, at + 1)) {
      const found = readReport(bytes, at + this.prefix.length);
      if (found) {
        passed.push(bytes.subarray(from, at));
        reports.push(found.report);
        from = found.end;
      }
    }
    passed.push(this.holdBackTail(bytes.subarray(from)));
    return { output: Buffer.concat(passed), reports };
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
    const tail = at < 0 ? undefined : bytes.subarray(at);
    if (!tail || !this.mayBecomeReport(tail)) {
      return bytes;
    }
    this.held = Uint8Array.from(tail);
    return bytes.subarray(0, at);
  }

  private mayBecomeReport(tail: Buffer): boolean {
    const known = Math.min(tail.length, this.prefix.length);
    const word = tail.subarray(known);
    return (
      tail.subarray(0, known).equals(this.prefix.subarray(0, known)) &&
      word.length < MAX_WORD_BYTES &&
      !word.includes(BEL)
    );
  }
}

function readReport(
  bytes: Buffer,
  from: number,
): { readonly report: SshReport; readonly end: number } | undefined {
  const bel = bytes.indexOf(BEL, from);
  const word = bytes.subarray(from, Math.min(bel, from + MAX_WORD_BYTES)).toString('latin1');
  const report = bel < 0 ? undefined : parseWord(word);
  return report && { report, end: bel + 1 };
}

function parseWord(word: string): SshReport | undefined {
  const [, digits] = /^exit:(\d{1,3})$/.exec(word) ?? [];
  if (digits !== undefined) {
    return { kind: 'exit', status: Number(digits) };
  }
  if (word === 'ready' || word === 'started' || word === 'hold') {
    return { kind: word };
  }
  return isProblem(word) ? { kind: 'problem', problem: word } : undefined;
}

function isProblem(word: string): word is SshProblem {
  return PROBLEMS.includes(word);
}
