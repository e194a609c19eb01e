import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delay, type Clock } from '../../base/clock';
import { parseProcStat, type ProcStat } from '../../base/procStat';
import type { ProcessTable, RunningProcess } from './processTable';
import type { ProcessEntry } from './processTree';

/**
 * How often, and at which interval in milliseconds, the environment of a process within `execve` is
 * read again. Usually it has one after a millisecond; later if its program is on a slow disk.
 */
const EXEC_READS = 500;
const EXEC_READ_MS = 2;

/**
 * How often a process that is not within `execve` must be read with an empty environment. One read
 * is not enough, since it may have entered `execve` just before.
 */
const EMPTY_READS = 5;

/**
 * Reads processes from `/proc` (man 5 proc). Synchronous, at some 40 microseconds per process: a
 * snapshot taken without pauses misses fewer processes that fork meanwhile. Only processes within
 * `execve` are read again after it.
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
      const entries = listPids().flatMap((pid) => readEntry(pid) ?? []);
      const complete = await Promise.all(entries.map((entry) => this.complete(entry)));
      return complete.filter((entry) => entry !== undefined);
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
  private async complete(entry: ProcessEntry): Promise<ProcessEntry | undefined> {
    let { environment } = entry;
    for (let reads = 0, empty = 0; environment === '' && reads < EXEC_READS; reads++) {
      const now = readStat(entry.pid);
      if (now?.startTime !== entry.startTime) {
        return undefined;
      }
      if (now.isWithinExec) {
        await delay(this.clock, EXEC_READ_MS);
      } else if (++empty === EMPTY_READS) {
        break;
      }
      environment = read(entry.pid, 'environ');
    }
    return { ...entry, environment };
  }
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

function readEntry(pid: string): ProcessEntry | undefined {
  const stat = readStat(pid);
  return stat && { ...identify(stat), environment: read(pid, 'environ') };
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

function identify({ isWithinExec: _, ...stat }: ProcStat): Omit<ProcessEntry, 'environment'> {
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
