import { delay, type Clock } from '../../base/clock';
import type { ProcessTable, RunningProcess } from './processTable';
import { selectSessionPrograms, type ProcessEntry, type SessionPrograms } from './processTree';

/** A process that could not be ended. */
export interface Survivor {
  readonly pid: number;
  readonly command: string;
}

interface TerminateDeps {
  readonly table: ProcessTable;
  /** `process.kill`. */
  readonly kill: (pid: number, signal: NodeJS.Signals) => void;
  readonly clock: Clock;
  readonly selfPid: number;
}

/** The time from SIGTERM to SIGKILL. */
const GRACE_MS = 2000;
/** The time from SIGKILL until a process counts as a survivor. */
const REAP_MS = 1000;
/** The same with processes that are found when others have ended: a busy machine lists them slowly. */
const LONGEST_REAP_MS = 2000;
/**
 * Interactive shells ignore SIGTERM. If it is not known which processes do, all get a SIGHUP after
 * this time.
 */
const HANG_UP_AFTER_MS = 1000;
const POLL_MS = 25;

/**
 * Ends all programs of a session within {@link GRACE_MS} + {@link REAP_MS}, sooner if all have
 * ended, and later by up to {@link REAP_MS} if one starts another at its end. Returns the survivors,
 * usually none. Can be called repeatedly.
 */
export async function terminate(
  deps: TerminateDeps,
  programs: SessionPrograms,
): Promise<readonly Survivor[]> {
  const termination = new Termination(deps, programs);
  // SIGCONT: a stopped program handles other signals only after it continues.
  const left = await termination.send(['SIGTERM', 'SIGCONT'], GRACE_MS, GRACE_MS);
  const survivors =
    left.length > 0 ? await termination.send(['SIGKILL'], REAP_MS, LONGEST_REAP_MS) : [];
  return survivors.map(({ pid, command }) => ({ pid, command }));
}

class Termination {
  /** The session's processes at the last search. */
  private known: readonly ProcessEntry[] = [];
  private hungUp = false;

  constructor(
    private readonly deps: TerminateDeps,
    private readonly programs: SessionPrograms,
  ) {}

  /**
   * Sends `signals` to all programs, and to those that appear meanwhile. Returns those that still
   * run at the end: `limitMs` after the last search found any, at most `longestMs` after the first.
   */
  async send(
    signals: readonly NodeJS.Signals[],
    limitMs: number,
    longestMs: number,
  ): Promise<readonly ProcessEntry[]> {
    const { clock, table } = this.deps;
    const begin = clock.monotonic();
    let left = await this.signalFound(signals);
    let endAt = begin + limitMs;
    while (left.length > 0 && clock.monotonic() < endAt) {
      await delay(this.deps.clock, POLL_MS);
      const running = await table.refresh(this.known);
      this.hangUpIfTermIgnored(running, clock.monotonic() - begin);
      // All found processes have ended. Search again, since one of them may have started another.
      left = running;
      if (running.length === 0) {
        left = await this.signalFound(signals);
        endAt = Math.min(clock.monotonic() + limitMs, begin + longestMs);
      }
    }
    return left;
  }

  private async signalFound(signals: readonly NodeJS.Signals[]): Promise<readonly ProcessEntry[]> {
    const all = await this.deps.table.list();
    const { programs, known } = this;
    const { selfPid } = this.deps;
    const found = selectSessionPrograms(all, { programs, known, selfPid });
    this.known = found;
    this.signal(found, signals);
    return found;
  }

  /**
   * Sends SIGHUP only after SIGTERM has had its effect, so that an agent that is cleaning up is not
   * disturbed.
   */
  private hangUpIfTermIgnored(running: readonly RunningProcess[], elapsedMs: number): void {
    const allIgnoreTerm = running.every(({ ignoresTerm }) => ignoresTerm);
    if (!this.hungUp && running.length > 0 && (allIgnoreTerm || elapsedMs >= HANG_UP_AFTER_MS)) {
      this.hungUp = true;
      this.signal(running, ['SIGHUP', 'SIGCONT']);
    }
  }

  private signal(processes: readonly ProcessEntry[], signals: readonly NodeJS.Signals[]): void {
    for (const { pid } of processes) {
      for (const signal of signals) {
        this.signalOne(pid, signal);
      }
    }
  }

  private signalOne(pid: number, signal: NodeJS.Signals): void {
    try {
      this.deps.kill(pid, signal);
    } catch {
      // The process has ended, or belongs to another user. If it still runs, it is returned as a
      // survivor.
    }
  }
}
