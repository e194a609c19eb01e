import type { Clock } from '../../base/clock';
import type { ProgramSpec } from '../ptyProcess';
import type { StartShell } from '../shell/shells';

/** Replaces a program whose agent failed during its start, for example because a resume failed. */
export interface FallbackStart {
  /** The command line for the person. */
  readonly exec: string;
  readonly program: ProgramSpec;
  readonly exitMarkerNonce?: string | undefined;
  readonly startShell?: StartShell | undefined;
  readonly followUp?: ProgramSpec | undefined;
  /** Shown in the terminal between the output of the two programs; one sentence. */
  readonly notice: string;
}

/**
 * A failure within this time of the first output counts as a failed start; milliseconds. Codex draws its
 * screen before it looks for the conversation, and on a busy computer takes 5 s to report that there is none.
 */
const FAILED_START_MS = 10_000;

/**
 * From here on, an exit status names the signal that ended the agent, which is not a failed start.
 */
const FIRST_SIGNAL_STATUS = 128;

/** Ctrl-C and Ctrl-D, as terminals send them by default and in the kitty keyboard protocol. */
const INTERRUPTIONS = ['\x03', '\x04', '\x1b[99;5u', '\x1b[100;5u'] as const;

/**
 * Decides whether an agent's end is a failed start. The time counts from the agent's first output.
 */
export class StartFallback {
  private outputAt: number | undefined;

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private fallback: FallbackStart | undefined,
  ) {}

  handleOutput(): void {
    this.outputAt ??= this.clock.monotonic();
  }

  /**
   * After an interruption, for example while a long conversation is loading, no end counts as a
   * failed start, whatever its status.
   */
  handleInput(data: Uint8Array): void {
    const text = this.fallback && Buffer.from(data).toString('latin1');
    if (INTERRUPTIONS.some((keys) => text?.includes(keys))) {
      this.forgo();
    }
  }

  /** From now on no end counts as a failed start. */
  forgo(): void {
    this.fallback = undefined;
  }

  /** Returns the fallback if the end with `status` is a failed start. Returns it at most once. */
  take(status: number): FallbackStart | undefined {
    const { fallback } = this;
    this.fallback = undefined;
    const now = this.clock.monotonic();
    const isEarly = now - (this.outputAt ?? now) <= FAILED_START_MS;
    return isEarly && status > 0 && status < FIRST_SIGNAL_STATUS ? fallback : undefined;
  }
}
