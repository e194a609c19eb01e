import { existsSync, readdirSync, readFileSync } from 'node:fs';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes below one whose command line matches, newest last; on Linux. */
export function findProcessesBelow(root: number, pattern: RegExp): readonly number[] {
  const all = listProcesses();
  const below = new Set([root]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    all.filter(({ parent }) => below.has(parent)).forEach(({ pid }) => below.add(pid));
  }
  return all
    .filter(({ pid, command }) => below.has(pid) && pattern.test(command))
    .map(({ pid }) => pid)
    .sort((one, other) => one - other);
}

/** The processes whose environment contains a path below a directory; on Linux. */
export function findProcessesIn(directory: string): readonly number[] {
  return listPids().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`=${directory}/`);
    } catch {
      return false;
    }
  });
}

function listPids(): readonly number[] {
  const names = existsSync('/proc') ? readdirSync('/proc') : [];
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

function listProcesses(): readonly ProcessEntry[] {
  return listPids().flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid, parent: Number(parent), command }];
    } catch {
      // It has ended since it was listed.
      return [];
    }
  });
}
