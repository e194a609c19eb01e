import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { isSameProcess } from '../../../base/isSameProcess';
import { makePrivateDirectorySync } from '../../../base/privateFile';
import { readStartTime } from '../../../base/readStartTime';

/** The name of a mark: a process id and, since machines may share the directory, their name. */
const NAME = /^(\d+)@(.+)$/;

/** Its content: the start time of the process and, since that counts from the start of the system, the boot. */
const CONTENT = /^(\d*)(?: (\S+))?$/;

/** A mark as it was found. */
interface FoundMark {
  readonly path: string;
  readonly pid: number;
  readonly startTime: string | undefined;
  /** As `readBootId` returns it; marks of earlier versions lack it. */
  readonly bootId: string | undefined;
}

/** A file that exists while this process has a worker. One that is left over shows that its process crashed. */
export class WorkerMark {
  private readonly path: string;

  /** @param directory contains marks only */
  constructor(
    private readonly directory: string,
    private readonly pid = process.pid,
  ) {
    this.path = join(directory, `${pid}@${hostname()}`);
  }

  /** Writes the mark. Without it, a crash of this process has no effect on the next one. */
  set(): void {
    try {
      makePrivateDirectorySync(this.directory);
      const bootId = readBootId();
      const startTime = readStartTime(this.pid) ?? '';
      writeFileSync(this.path, bootId ? `${startTime} ${bootId}` : startTime, { mode: 0o600 });
    } catch {
      // The disk is full, or the directory cannot be written.
    }
  }

  remove(): void {
    removeMark(this.path);
  }

  /**
   * Removes the marks of processes that died, and returns whether there was one since the system
   * started: the others ended with it.
   */
  removeStaleMarks(): boolean {
    const left = this.list().filter((mark) => isOfOtherBoot(mark) || !isSameProcess(mark));
    const isRecent = left.some((mark) => isOfThisBoot(mark));
    left.forEach(({ path }) => removeMark(path));
    return isRecent;
  }

  private list(): readonly FoundMark[] {
    return listNames(this.directory).flatMap((name) => {
      const [, pid, machine] = NAME.exec(name) ?? [];
      const path = join(this.directory, name);
      const [, startTime, bootId] = CONTENT.exec(read(path) ?? '') ?? [];
      return machine === hostname() ? [{ path, pid: Number(pid), startTime, bootId }] : [];
    });
  }
}

/** Whether a mark is known to be of another boot, whose processes may have had the same ids and start times. */
function isOfOtherBoot({ bootId }: Pick<FoundMark, 'bootId'>): boolean {
  const now = readBootId();
  return bootId !== undefined && now !== undefined && bootId !== now;
}

/** Whether a mark was set since the system started. */
function isOfThisBoot({ path, bootId }: Pick<FoundMark, 'path' | 'bootId'>): boolean {
  const now = readBootId();
  // Without both ids by the wall clock, which is wrong if it was set meanwhile.
  return bootId && now ? bootId === now : writtenAt(path) >= Date.now() - uptime() * 1000;
}

/** Identifies the start of the system (man 4 random); undefined on systems without `/proc`. */
function readBootId(): string | undefined {
  return read('/proc/sys/kernel/random/boot_id')?.trim();
}

function removeMark(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next process then parses inline, too.
  }
}

function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** In milliseconds since the epoch; 0 if it is gone. */
function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
