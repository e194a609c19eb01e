import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessTable, RunningProcess } from './processTable';
import type { ProcessEntry } from './processTree';

/**
 * How often and at which interval the environment of a process within `execve` is read again. It
 * takes about a millisecond; longer if the program is read from a slow disk.
 */
const EXEC_READS = 50;
const EXEC_READ_MS = 2;
/** `PF_KTHREAD` in the flags of a process (include/linux/sched.h). */
const KERNEL_THREAD = 0x00200000;

/**
 * Reads processes from `/proc` (man 5 proc). Synchronous, at some 40 microseconds per process: a
 * snapshot taken without pauses misses fewer processes that fork meanwhile.
 */
export class LinuxProcessTable implements ProcessTable {
  private next: Promise<readonly ProcessEntry[]> | undefined;

  /**
   * Requests in the same turn of the event loop share one read, since at shutdown every session
   * needs one.
   */
  list(): Promise<readonly ProcessEntry[]> {
    this.next ??= Promise.resolve().then(() => {
      this.next = undefined;
      const entries = listPids().flatMap((pid) => readEntry(pid) ?? []);
      return Promise.all(entries.map(completeEntry));
    });
    return this.next;
  }

  refresh(entries: readonly ProcessEntry[]): Promise<readonly RunningProcess[]> {
    return Promise.resolve(entries.flatMap((entry) => refreshEntry(entry) ?? []));
  }
}

/** Parses `/proc/<pid>/stat`; undefined for a zombie. */
export function parseStat(stat: string): Omit<ProcessEntry, 'environment'> | undefined {
  // The name is in parentheses and may itself contain parentheses.
  const nameEnd = stat.lastIndexOf(')');
  const fields = stat.slice(nameEnd + 2).split(' ');
  const [state, ppid, pgid, sid] = fields;
  const startTime = fields[19];
  if (!state || 'ZXx'.includes(state) || startTime === undefined) {
    return undefined;
  }
  return {
    pid: Number.parseInt(stat, 10),
    ppid: Number(ppid),
    pgid: Number(pgid),
    sid: Number(sid),
    startTime,
    command: stat.slice(stat.indexOf('(') + 1, nameEnd),
  };
}

/**
 * Whether a process with this `/proc/<pid>/stat` has no environment yet, since it is within
 * `execve`: the end of its environment is 0. So it is for zombies and kernel threads, which have
 * none.
 */
export function parseIsWithinExec(stat: string): boolean {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isRunning = parseStat(stat) !== undefined;
  return isRunning && fields[48] === '0' && (Number(fields[6]) & KERNEL_THREAD) === 0;
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
  const entry = parseStat(read(pid, 'stat') ?? '');
  return entry && { ...entry, environment: read(pid, 'environ') };
}

/**
 * Reads the environment again if the process was within `execve`, during which it reads as empty:
 * a process that is recognised by its marker alone would not be found.
 */
async function completeEntry(entry: ProcessEntry): Promise<ProcessEntry> {
  let { environment } = entry;
  for (let i = 0; environment === '' && i < EXEC_READS; i++) {
    if (!parseIsWithinExec(read(entry.pid, 'stat') ?? '')) {
      return { ...entry, environment: read(entry.pid, 'environ') };
    }
    await pause(EXEC_READ_MS);
    environment = read(entry.pid, 'environ');
  }
  return { ...entry, environment };
}

function refreshEntry(entry: ProcessEntry): RunningProcess | undefined {
  const now = parseStat(read(entry.pid, 'stat') ?? '');
  if (now?.startTime !== entry.startTime) {
    return undefined;
  }
  const commandLine = read(entry.pid, 'cmdline')?.replaceAll('\0', ' ').trim();
  return {
    ...now,
    environment: entry.environment,
    command: commandLine || now.command,
    ignoresTerm: parseIgnoresTerm(read(entry.pid, 'status') ?? ''),
  };
}

/** Undefined if the process has ended, or belongs to another user. */
function read(pid: string | number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
