import { delay, type Clock } from '../../base/clock';
import type { ProcessTable, RunningProcess } from './processTable';
import { selectSessionPrograms, type ProcessEntry, type SessionPrograms } from './processTree';

/** A process that would not end. */
export interface Survivor {
  readonly pid: number;
  readonly command: string;
}

export interface TerminateDeps {
  readonly table: ProcessTable;
  /** `process.kill`. */
  readonly kill: (pid: number, signal: NodeJS.Signals) => void;
  readonly clock: Clock;
  readonly selfPid: number;
}

/** From SIGTERM to SIGKILL. */
const GRACE_MS = 2000;
/** From SIGKILL until what is left is called a survivor. */
const REAP_MS = 1000;
/** Interactive shells ignore SIGTERM; where it is not known who does, all are hung up after this. */
const HANG_UP_AFTER_MS = 1000;
const POLL_MS = 25;

/**
 * Ends all programs of a session, within {@link GRACE_MS} + {@link REAP_MS}, sooner when
 * all are gone. Gives what survived, usually nothing. Harmless to call again.
 */
export async function terminate(
  deps: TerminateDeps,
  programs: SessionPrograms,
): Promise<readonly Survivor[]> {
  const termination = new Termination(deps, programs);
  // SIGCONT: a stopped program gets no other signal before it goes on.
  const left = await termination.send(['SIGTERM', 'SIGCONT'], GRACE_MS);
  const survivors = left.length > 0 ? await termination.send(['SIGKILL'], REAP_MS) : [];
  return survivors.map(({ pid, command }) => ({ pid, command }));
}

class Termination {
  /** What belonged to the session when it was last looked for. */
  private known: readonly ProcessEntry[] = [];
  private hungUp = false;

  constructor(
    private readonly deps: TerminateDeps,
    private readonly programs: SessionPrograms,
  ) {}

  /** Sends `signals` to all programs, and to those that appear meanwhile; gives what still runs at the end. */
  async send(
    signals: readonly NodeJS.Signals[],
    limitMs: number,
  ): Promise<readonly ProcessEntry[]> {
    const { clock, table } = this.deps;
    const begin = clock.monotonic();
    let left = await this.signalFound(signals);
    while (left.length > 0 && clock.monotonic() - begin < limitMs) {
      await delay(this.deps.clock, POLL_MS);
      const running = await table.refresh(this.known);
      this.hangUpIfDeaf(running, clock.monotonic() - begin);
      // Of those that were found none is left: has any of them started another meanwhile?
      left = running.length > 0 ? running : await this.signalFound(signals);
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

  /** SIGHUP only when SIGTERM has done what it can: an agent that is tidying up is not disturbed. */
  private hangUpIfDeaf(running: readonly RunningProcess[], elapsedMs: number): void {
    const deaf = running.every(({ ignoresTerm }) => ignoresTerm);
    if (!this.hungUp && running.length > 0 && (deaf || elapsedMs >= HANG_UP_AFTER_MS)) {
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
      // It has ended meanwhile, or is another user's; if it lives on, it is named as a survivor.
    }
  }
}
