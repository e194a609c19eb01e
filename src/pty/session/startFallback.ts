import type { Clock } from '../../base/clock';
import type { ProgramSpec } from '../ptyProcess';

/** What takes a program's place whose agent failed as it started: one could not be resumed, say. */
export interface FallbackStart {
  /** The command line of what runs, for the person to read. */
  readonly exec: string;
  readonly program: ProgramSpec;
  readonly exitMarkerNonce?: string | undefined;
  readonly followUp?: ProgramSpec | undefined;
  /** Said in the terminal between the two. */
  readonly notice: string;
}

/** An agent that fails this soon has not been used, in milliseconds. */
const FAILED_START_MS = 3_000;

/** From here on a status names the signal that ended the agent: somebody wanted that. */
const FIRST_SIGNAL_STATUS = 128;

/** Ctrl-C and Ctrl-D, as terminals send them by default and in the kitty keyboard protocol. */
const INTERRUPTIONS = ['\x03', '\x04', '\x1b[99;5u', '\x1b[100;5u'] as const;

/**
 * Decides whether an agent's end is a failed start. Its time counts from the first output,
 * since a person's shell may take long before the agent begins.
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

  /** Who interrupts an agent as it starts, as a long conversation is read, wants its end, whatever its status. */
  handleInput(data: Uint8Array): void {
    const text = this.fallback && Buffer.from(data).toString('latin1');
    if (INTERRUPTIONS.some((keys) => text?.includes(keys))) {
      this.forgo();
    }
  }

  /** From now on the agent's end is its end. */
  forgo(): void {
    this.fallback = undefined;
  }

  /** What is to run now that the agent has ended with `status`; it is told once. */
  take(status: number): FallbackStart | undefined {
    const { fallback } = this;
    this.fallback = undefined;
    const now = this.clock.monotonic();
    const isEarly = now - (this.outputAt ?? now) <= FAILED_START_MS;
    return isEarly && status > 0 && status < FIRST_SIGNAL_STATUS ? fallback : undefined;
  }
}
