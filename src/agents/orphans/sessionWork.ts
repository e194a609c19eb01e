import { posix } from 'node:path';
import { selectSessionPrograms, type ProcessEntry } from '../../pty/process/processTree';
import { describeShell } from '../../pty/shell/shells';

/**
 * A process that starts within this many milliseconds of the agent, or of such a process, belongs to the
 * agent itself: its launcher's child, or a server that it starts first. No model answers as fast.
 */
const OWN_START_MS = 2000;

/** Of Linux, the only system that counts them (man 7 time: USER_HZ is 100). */
const MS_PER_TICK = 10;

/**
 * The names of the programs that run for the agent of a session: its descendants, and what carries its
 * PTY id, except the shell around the agent, and the agent itself.
 */
export function listWork(
  all: readonly ProcessEntry[],
  { id, pid }: { readonly id: string; readonly pid: number },
): readonly string[] {
  const programs = { pid, marker: `AGENT_TERMINALS_PTY_ID=${id}` };
  const found = selectSessionPrograms(all, { programs, known: [], selfPid: process.pid });
  const agents = findAgent(found, pid);
  const startedBy = Math.max(...agents.map(startMsOf)) + OWN_START_MS;
  const own = new Set(found.filter((one) => one.pid === pid || agents.includes(one)));
  // A set that grows during iteration also yields the added elements.
  for (const parent of own) {
    found
      .filter(({ ppid }) => ppid === parent.pid)
      .filter((child) => startMsOf(child) - startMsOf(parent) <= OWN_START_MS)
      .forEach((child) => own.add(child));
  }
  return found
    .filter((one) => !own.has(one) && !(startMsOf(one) <= startedBy))
    .map(({ command }) => posix.basename(firstWord(command)));
}

/** The session's program, or the job of the shell that wraps the agent (see `buildAgentScript`). */
function findAgent(found: readonly ProcessEntry[], pid: number): readonly ProcessEntry[] {
  const root = found.find((one) => one.pid === pid);
  const isShell = root && describeShell(firstWord(root.command)).dialect !== undefined;
  const jobs = isShell ? found.filter((one) => one.ppid === pid && one.pgid === one.pid) : [];
  return jobs.length > 0 || !root ? jobs : [root];
}

function firstWord(command: string): string {
  return command.replace(/^-/, '').split(' ')[0] ?? '';
}

/** In milliseconds, from any start; not a number if it is not known, which counts as late. */
function startMsOf({ startTime }: ProcessEntry): number {
  return /^\d+$/.test(startTime) ? Number(startTime) * MS_PER_TICK : Date.parse(startTime);
}
