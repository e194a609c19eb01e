// @ts-check
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** npm, a shell, and this script: no more generations than that. */
const GENERATIONS = 3;

/**
 * The npm that runs this script, if one does.
 * @returns {number | undefined} its process id
 */
export function findNpmAncestor() {
  let pid = process.ppid;
  for (let generation = 0; generation < GENERATIONS && pid > 1; generation++) {
    const { parent, command } = describeProcess(pid);
    if (/^npm\b|npm-cli\.js/.test(command)) {
      return pid;
    }
    pid = parent;
  }
  return undefined;
}

/** @param {number} pid */
function describeProcess(pid) {
  try {
    return process.platform === 'linux' ? readProc(pid) : askPs(pid);
  } catch {
    // It has just ended, or cannot be looked at: then it is nobody's ancestor for us.
    return { parent: 0, command: '' };
  }
}

/** @param {number} pid */
function readProc(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return { parent, command };
}

/** @param {number} pid */
function askPs(pid) {
  const line = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent = '0', command = ''] = /^\s*(\d+)\s+(.*)/.exec(line) ?? [];
  return { parent: Number(parent), command };
}
