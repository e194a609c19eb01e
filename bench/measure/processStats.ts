import { readFileSync } from 'node:fs';

/** The unit of CPU times in `/proc`; USER_HZ is 100 on every Linux that Node runs on (man 7 time). */
const TICK_MS = 10;

/** Whether the system has the `/proc` of Linux. */
export function hasProcFs(): boolean {
  return process.platform === 'linux';
}

/** CPU time of a process with all its threads, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, may contain spaces and parentheses. User and system time are the fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** CPU time of this process, in milliseconds, with microsecond precision. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Resident set size of a process, in MB. */
export function residentMbOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6;
}
