import { closeSync, openSync } from 'node:fs';

/**
 * The master descriptors of this process, which its programs must not inherit: a program with a
 * master can read and type in another session, and keeps that session alive after its host.
 *
 * Node cannot mark a descriptor close-on-exec. `node-pty` closes inherited descriptors in the
 * started program, but its release build on Linux (`pty_close_inherited_fds` in its `pty.cc`,
 * without `close_range`) stops at the first unused number above 15. So while a program starts, all
 * numbers below the highest master must be in use. The new master, whose number is unused in the
 * program itself, then comes after all others.
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
   * Calls `fork` while every number up to the highest master is in use. If that leaves too few
   * descriptors, calls it again without: the program matters more than what it inherits.
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

/**
 * The system returns the lowest unused number, so a number above `highest` shows that all below are
 * in use.
 */
function fillGaps(highest: number): number[] {
  const fillers: number[] = [];
  try {
    while ((fillers.at(-1) ?? -1) < highest) {
      fillers.push(openSync('/dev/null', 'r'));
    }
    return fillers;
  } catch {
    // The limit of open files is reached.
    fillers.forEach((fd) => closeSync(fd));
    return [];
  }
}
