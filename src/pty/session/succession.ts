import { constants } from 'node:os';
import type { Clock } from '../../base/clock';
import type { ProgramSpec, PtyExit } from '../ptyProcess';
import type { SessionSpec } from '../sessionService';
import { StartFallback, type FallbackStart } from './startFallback';

interface SuccessionDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly isDirectory: (path: string) => boolean;
}

/** A program that goes on where another has ended, and what is said of it in the terminal. */
interface FollowUp {
  readonly program: ProgramSpec;
  readonly notice: string;
}

/**
 * What takes the place of a session's program when that ends: the fallback where its agent
 * failed as it started, else the follow-up. Each is given once.
 */
export class Succession {
  private readonly fallback: StartFallback;
  private followUp: ProgramSpec | undefined;

  constructor(
    private readonly deps: SuccessionDeps,
    spec: Pick<SessionSpec, 'fallback' | 'followUp'>,
  ) {
    this.fallback = new StartFallback(deps.clock, spec.fallback);
    this.followUp = spec.followUp;
  }

  handleOutput(): void {
    this.fallback.handleOutput();
  }

  handleInput(data: Uint8Array): void {
    this.fallback.handleInput(data);
  }

  /** From now on the end of the program is the end of the session. */
  forgo(): void {
    this.followUp = undefined;
    this.fallback.forgo();
  }

  /** What is to run in the place of an agent that ended with `status` as it started; brings its own follow-up. */
  takeFallback(status: number): FallbackStart | undefined {
    const start = this.fallback.take(status);
    if (start) {
      this.followUp = start.followUp;
    }
    return start;
  }

  /** The directory may be gone since the session began; then home is where the follow-up starts. */
  takeFollowUp(): FollowUp | undefined {
    const program = this.followUp;
    this.followUp = undefined;
    if (!program || this.deps.isDirectory(program.cwd)) {
      return program && { program, notice: '' };
    }
    const cwd = program.env['HOME'] ?? '/';
    const notice = `\r\n[${program.cwd} is gone: the shell starts in ${cwd}.]\r\n`;
    return { program: { ...program, cwd }, notice };
  }
}

/** An exit as a shell would tell it in `$?`: 128 and the signal's number where one ended it. */
export function exitStatus({ exitCode, signal }: PtyExit): number {
  return signal ? 128 + constants.signals[signal] : (exitCode ?? 0);
}
