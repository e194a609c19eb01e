// @ts-check
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a tree may take to end after SIGTERM before it is killed. */
const GRACE_MS = 5_000;
const POLL_MS = 100;

/**
 * Ends a program of this user and all processes that it has started and that are still below it, in
 * any process groups: by SIGTERM, then by SIGKILL.
 *
 * A program in a separate process group would be easier to end, but would not receive the Ctrl-C of
 * the terminal, and the programs that it runs may create further groups.
 * @param {number} pid
 * @param {number} [graceMs]
 */
export async function endTree(pid, graceMs = GRACE_MS) {
  if (process.platform === 'win32') {
    execFileSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  const known = new Set([pid]);
  signalAll(findLiving(known), 'SIGTERM');
  const end = performance.now() + graceMs;
  while (findLiving(known).length > 0 && performance.now() < end) {
    await delay(POLL_MS);
  }
  signalAll(findLiving(known), 'SIGKILL');
}

/**
 * Adds to `known` the children of its processes. They remain in it after their parent has ended.
 * @param {Set<number>} known
 * @returns {readonly number[]} those that have not ended
 */
function findLiving(known) {
  const processes = listProcesses();
  let size;
  do {
    size = known.size;
    processes.filter(({ parent }) => known.has(parent)).forEach(({ pid }) => known.add(pid));
  } while (known.size > size);
  return processes.flatMap(({ pid, isZombie }) => (known.has(pid) && !isZombie ? [pid] : []));
}

function listProcesses() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return lines.split('\n').map((line) => {
    const [pid, parent, state] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), isZombie: state?.startsWith('Z') };
  });
}

/**
 * @param {readonly number[]} pids
 * @param {NodeJS.Signals} signal
 */
function signalAll(pids, signal) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
