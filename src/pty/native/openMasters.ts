import { closeSync, openSync } from 'node:fs';

/**
 * The master descriptors of one process, kept from the programs that it starts: whoever
 * inherits one can read and type in another session, and keeps it alive after its host.
 *
 * Nothing in Node can mark a descriptor close-on-exec. `node-pty` does so in the started
 * program, but on Linux, as it is built for release (`pty_close_inherited_fds` in its
 * `pty.cc`, without `close_range`), no further than to the first unused number above 15.
 * So there must be none below the highest master while a program is started; the
 * new master, whose number is unused in the program itself, then comes after all others.
 */
export class OpenMasters {
  private readonly masters = new Set<number>();

  add(fd: number): void {
    this.masters.add(fd);
  }

  delete(fd: number): void {
    this.masters.delete(fd);
  }

  /**
   * Calls `fork` while every number up to the highest master is in use; where that leaves too few
   * for it, calls it again without: the program itself matters more than what it inherits.
   */
  withoutGaps<T>(fork: () => T): T {
    const fillers = fillGaps(Math.max(-1, ...this.masters));
    try {
      return fork();
    } catch (error) {
      if (fillers.length === 0) {
        throw error;
      }
      fillers.splice(0).forEach((fd) => closeSync(fd));
      return fork();
    } finally {
      fillers.forEach((fd) => closeSync(fd));
    }
  }
}

/** The system gives the lowest unused number, so one above `highest` tells that all below are used. */
function fillGaps(highest: number): number[] {
  const fillers: number[] = [];
  try {
    while ((fillers.at(-1) ?? -1) < highest) {
      fillers.push(openSync('/dev/null', 'r'));
    }
    return fillers;
  } catch {
    // The limit of open files is reached already.
    fillers.forEach((fd) => closeSync(fd));
    return [];
  }
}
