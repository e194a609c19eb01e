import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { isSameProcess } from '../../../base/isSameProcess';
import { makePrivateDirectorySync } from '../../../base/privateFile';
import { readStartTime } from '../../../base/readStartTime';

/** The name of a mark: a process id and, since machines may share the directory, their name. */
const NAME = /^(\d+)@(.+)$/;

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
      writeFileSync(this.path, readStartTime(this.pid) ?? '', { mode: 0o600 });
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
    const begin = Date.now() - uptime() * 1000;
    const left = this.list().filter(
      ({ pid, path }) => !isSameProcess({ pid, startTime: read(path) }),
    );
    const isRecent = left.some(({ path }) => writtenAt(path) >= begin);
    left.forEach(({ path }) => removeMark(path));
    return isRecent;
  }

  private list(): readonly { readonly pid: number; readonly path: string }[] {
    return listNames(this.directory).flatMap((name) => {
      const [, pid, machine] = NAME.exec(name) ?? [];
      return machine === hostname() ? [{ pid: Number(pid), path: join(this.directory, name) }] : [];
    });
  }
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
