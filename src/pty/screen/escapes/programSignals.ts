import type { Clock } from '../../../base/clock';
import { PROGRAM_STATUS_ANSWERS } from '../../limits';
import { OscScanner, type OscSequence } from './oscScanner';
import type { OutputMarks } from './outputMarks';

/**
 * Program Status (OSC 7501). `?` queries whether anything reads it; a reader answers with the same
 * sequence.
 */
const STATUS_CODE = 7501;
const STATUS_QUERY = '?';
const STATUS_ANSWER = `\x1b]${STATUS_CODE};${STATUS_QUERY}\x1b\\`;

interface ProgramSignalsDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'now'>;
  /** Sends input to the program. */
  answer(text: string): void;
  handleSignal(sequence: OscSequence): void;
}

/**
 * The OSC signals of a session's programs, and the time of their last output. The session itself
 * answers the query for Program Status, whether or not a terminal is attached, since no terminal
 * supports it.
 */
export class ProgramSignals {
  private scanner = new OscScanner();
  private writtenAt: number | null = null;
  private answers: number = PROGRAM_STATUS_ANSWERS.burst;
  private answersAsOf = 0;

  constructor(private readonly deps: ProgramSignalsDeps) {}

  /** When a program last wrote, in milliseconds since the epoch; null before the first output. */
  get lastOutputAt(): number | null {
    return this.writtenAt;
  }

  /** Called when another program starts. An incomplete sequence of the previous one is dropped. */
  handleStart(): void {
    this.scanner = new OscScanner();
  }

  /** Scans output of the program that the screen has already received. */
  push(chunk: Uint8Array, marks?: OutputMarks): void {
    if (chunk.length === 0) {
      return;
    }
    this.writtenAt = this.deps.clock.now();
    for (const sequence of this.scanner.push(chunk, marks)) {
      if (sequence.code === STATUS_CODE && sequence.data === STATUS_QUERY) {
        this.answer();
      } else {
        this.deps.handleSignal(sequence);
      }
    }
  }

  /**
   * The answer equals the query, so a PTY with echo would cause an endless loop without this limit.
   */
  private answer(): void {
    const { burst, perSecond } = PROGRAM_STATUS_ANSWERS;
    const now = this.deps.clock.monotonic();
    const refill = ((now - this.answersAsOf) / 1000) * perSecond;
    this.answers = Math.min(burst, this.answers + refill);
    this.answersAsOf = now;
    if (this.answers >= 1) {
      this.answers -= 1;
      this.deps.answer(STATUS_ANSWER);
    }
  }
}
