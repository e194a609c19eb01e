import { readdirSync, readFileSync } from 'node:fs';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes below one whose command line matches, youngest last; on Linux. */
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

function listProcesses(): readonly ProcessEntry[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [, parent = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      // It has ended since it was listed.
      return [];
    }
  });
}
