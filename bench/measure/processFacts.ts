import { readdirSync, readFileSync } from 'node:fs';

/** What `/proc` counts in; USER_HZ is 100 on every Linux that Node runs on (man 7 time). */
const TICK_MS = 10;

/** Whether this machine describes other processes in `/proc`, as Linux does. */
export function hasProcFs(): boolean {
  return process.platform === 'linux';
}

/** The time on a processor that a process has had, its threads with it, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Its name, in brackets, may hold anything; user time and system time are the fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The same of this process, exactly. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What a process has of the machine's memory, in MB. */
export function residentMbOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6;
}

/** What it has written to files, terminals and sockets, in bytes. */
export function writtenBy(pid: number): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

export function openFilesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

export function threadsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).length;
}

/** Its children that have ended and for which it has not yet waited. */
export function zombiesOf(pid: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((name) => isZombieOf(name, pid)).length;
}

function isZombieOf(name: string, parent: number): boolean {
  try {
    const status = readFileSync(`/proc/${name}/status`, 'utf8');
    return /^State:\s+Z/m.test(status) && new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status);
  } catch {
    // It is gone by now.
    return false;
  }
}
