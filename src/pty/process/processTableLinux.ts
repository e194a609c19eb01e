import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delay, type Clock } from '../../base/clock';
import { parseProcStat, type ProcStat } from '../../base/procStat';
import type { ProcessTable, RunningProcess } from './processTable';
import type { ProcessEntry } from './processTree';

/**
 * How long a listing waits for the environments of processes within `execve`, and how often it reads
 * them, in milliseconds. Usually one is there after a millisecond; later if its program is on a slow
 * disk.
 */
const EXEC_LIMIT_MS = 1000;
const EXEC_READ_MS = 5;

/**
 * After this many empty reads outside of `execve` an environment counts as empty. One is not enough,
 * since `execve` may have begun between the two reads.
 */
const EMPTY_READS = 5;

/**
 * Reads processes from `/proc` (man 5 proc). Synchronous, at some 40 microseconds per process: a
 * snapshot taken without pauses misses fewer processes that fork meanwhile. Only processes whose
 * environment was empty are read again after it.
 */
export class LinuxProcessTable implements ProcessTable {
  private next: Promise<readonly ProcessEntry[]> | undefined;

  constructor(private readonly clock: Clock) {}

  /**
   * Requests in the same turn of the event loop share one read, since at shutdown every session
   * needs one.
   */
  list(): Promise<readonly ProcessEntry[]> {
    this.next ??= Promise.resolve().then(async () => {
      this.next = undefined;
      const giveUpAt = this.clock.monotonic() + EXEC_LIMIT_MS;
      const processes = listPids().flatMap((pid) => readProcess(pid) ?? []);
      const entries = processes.map((process) => this.complete(process, giveUpAt));
      return (await Promise.all(entries)).filter((entry) => entry !== undefined);
    });
    return this.next;
  }

  refresh(entries: readonly ProcessEntry[]): Promise<readonly RunningProcess[]> {
    return Promise.resolve(entries.flatMap((entry) => refreshEntry(entry) ?? []));
  }

  /**
   * Reads an empty environment again: within `execve` it reads as empty, and a process that is
   * recognised by its marker alone would not be found. Undefined if the process has ended.
   */
  private async complete(first: Process, giveUpAt: number): Promise<ProcessEntry | undefined> {
    let { stat, environment } = first;
    for (
      let empty = 0;
      environment === '' && stat.hasEnvironment !== 'no' && empty < EMPTY_READS;
    ) {
      if (stat.hasEnvironment === 'later') {
        if (this.clock.monotonic() >= giveUpAt) {
          break;
        }
        empty = 0;
        await delay(this.clock, EXEC_READ_MS);
      } else {
        empty += 1;
      }
      const now = readProcess(stat.pid);
      if (now?.stat.startTime !== stat.startTime) {
        return undefined;
      }
      ({ stat, environment } = now);
    }
    return { ...identify(stat), environment };
  }
}

/** One reading of a process. */
interface Process {
  readonly stat: ProcStat;
  readonly environment: string | undefined;
}

/** Whether SIGTERM is in the mask of ignored signals in `/proc/<pid>/status`. */
export function parseIgnoresTerm(status: string): boolean | undefined {
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  if (mask === undefined) {
    return undefined;
  }
  return ((BigInt(`0x${mask}`) >> BigInt(constants.signals.SIGTERM - 1)) & 1n) === 1n;
}

function listPids(): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

/** The status is read last: the end of a process during the reading is noticed. */
function readProcess(pid: string | number): Process | undefined {
  const environment = read(pid, 'environ');
  const stat = readStat(pid);
  return stat && { stat, environment };
}

function refreshEntry(entry: ProcessEntry): RunningProcess | undefined {
  const now = readStat(entry.pid);
  if (now?.startTime !== entry.startTime) {
    return undefined;
  }
  const commandLine = read(entry.pid, 'cmdline')?.replaceAll('\0', ' ').trim();
  return {
    ...identify(now),
    environment: entry.environment,
    command: commandLine || now.command,
    ignoresTerm: parseIgnoresTerm(read(entry.pid, 'status') ?? ''),
  };
}

function identify({ hasEnvironment: _, ...stat }: ProcStat): Omit<ProcessEntry, 'environment'> {
  return stat;
}

function readStat(pid: string | number): ProcStat | undefined {
  return parseProcStat(read(pid, 'stat') ?? '');
}

/** Undefined if the process has ended, or belongs to another user. */
function read(pid: string | number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
