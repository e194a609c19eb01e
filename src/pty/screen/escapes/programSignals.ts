import type { Clock } from '../../../base/clock';
import { PROGRAM_STATUS_ANSWERS } from '../../limits';
import { OscScanner, type OscSequence } from './oscScanner';

/** Program Status (OSC 7501): `?` asks whether anybody reads it; whoever does says the same. */
const STATUS_CODE = 7501;
const STATUS_QUERY = '?';
const STATUS_ANSWER = `\x1b]${STATUS_CODE};${STATUS_QUERY}\x1b\\`;

export interface ProgramSignalsDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'now'>;
  /** Input for the program. */
  answer(text: string): void;
  tell(sequence: OscSequence): void;
}

/**
 * What a session's programs tell beside what they show, and when they last wrote. Whether it
 * reads Program Status is the session's to answer, whoever watches: no terminal knows it.
 */
export class ProgramSignals {
  private scanner = new OscScanner();
  private writtenAt: number | null = null;
  private answers: number = PROGRAM_STATUS_ANSWERS.burst;
  private answersAsOf = 0;

  constructor(private readonly deps: ProgramSignalsDeps) {}

  /** When a program last wrote, in milliseconds since the epoch; null before the first time. */
  get lastOutputAt(): number | null {
    return this.writtenAt;
  }

  /** Another program begins: what the one before it left unfinished stays so. */
  handleStart(): void {
    this.scanner = new OscScanner();
  }

  /** Output of the program, which the screen has had. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) {
      return;
    }
    this.writtenAt = this.deps.clock.now();
    for (const sequence of this.scanner.push(chunk)) {
      if (sequence.code === STATUS_CODE && sequence.data === STATUS_QUERY) {
        this.answer();
      } else {
        this.deps.tell(sequence);
      }
    }
  }

  /** The answer is the question: a PTY that echoes it as it is would ask for ever. */
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
