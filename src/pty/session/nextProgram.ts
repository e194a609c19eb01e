import { constants } from 'node:os';
import type { Clock } from '../../base/clock';
import { SHELL_RESET } from '../../base/text/modeReset';
import type { ProgramSpec, PtyExit } from '../ptyProcess';
import type { SessionSpec } from '../sessionService';
import { findExitMarkerHash } from '../shell/agentExitMarker';
import type { ExitReport } from './sessionProgram';
import { StartFallback, type FallbackStart } from './startFallback';

interface NextProgramDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly isDirectory: (path: string) => boolean;
}

/** What a program reports about its agent, and by which nonce. */
export type StartReports = Pick<SessionSpec, 'exitMarkerHash' | 'exitMarkerNonce' | 'startShell'>;

/** The program after one that has ended. `notice` is shown in the terminal; empty: nothing. */
interface FollowUp {
  readonly program: ProgramSpec;
  readonly notice: string;
}

/**
 * Decides what runs after a session's program has ended: the fallback if its agent failed during
 * its start, else the follow-up. Returns each at most once.
 */
export class NextProgram {
  private readonly fallback: StartFallback;
  private followUp: ProgramSpec | undefined;

  constructor(
    private readonly deps: NextProgramDeps,
    spec: Pick<SessionSpec, 'fallback' | 'followUp'>,
  ) {
    this.fallback = new StartFallback(deps.clock, spec.fallback);
    this.followUp = spec.followUp;
  }

  /** @param isPending whether the output precedes that of the agent. */
  handleOutput(isPending: boolean): void {
    if (!isPending) {
      this.fallback.handleOutput();
    }
  }

  handleInput(data: Uint8Array): void {
    this.fallback.handleInput(data);
  }

  /** From now on nothing follows the program. */
  forgo(): void {
    this.followUp = undefined;
    this.fallback.forgo();
  }

  /**
   * Returns the fallback if an end with `status` is a failed start. Its own follow-up then replaces
   * that of the session.
   */
  takeFallback(status: number): FallbackStart | undefined {
    const start = this.fallback.take(status);
    if (start) {
      this.followUp = start.followUp;
    }
    return start;
  }

  /**
   * Returns the follow-up. It starts in the home directory if its own directory no longer exists.
   * Undefined if the session has none, it was taken, or it requires its own directory.
   */
  takeFollowUp(): FollowUp | undefined {
    const program = this.followUp;
    this.followUp = undefined;
    if (!program || this.deps.isDirectory(program.cwd)) {
      return program && { program, notice: '' };
    }
    if (program.requiresCwd) {
      return undefined;
    }
    const cwd = program.env['HOME'] ?? '/';
    const notice = `\r\n[${program.cwd} is gone: the shell starts in ${cwd}.]\r\n`;
    return { program: { ...program, cwd }, notice };
  }
}

/** How a program reports the end of its agent; undefined if it does not. */
export function exitReport(
  { afterExit }: Pick<SessionSpec, 'afterExit'>,
  { tmux, ssh }: ProgramSpec,
  start: StartReports,
): ExitReport | undefined {
  const hash = findExitMarkerHash(start);
  // A reset that tmux does not receive is lost at its next redraw. There the wrapper prints it.
  const isInTmux = tmux ?? ssh?.delivery?.again;
  const between = afterExit === 'shell' && isInTmux === undefined ? SHELL_RESET : '';
  return hash === undefined ? undefined : { hash, between };
}

/** Returns the exit status as a shell's `$?`: 128 plus the signal's number if a signal ended it. */
export function exitStatus({ exitCode, signal }: PtyExit): number {
  return signal ? 128 + constants.signals[signal] : (exitCode ?? 0);
}
