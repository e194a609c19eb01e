import { readlink } from 'node:fs/promises';
import { runCommand } from './runCommand';
import { createRunTool, type RunTool } from './runTool';

/**
 * Creates a function that reads the path of the terminal device of a process, such as `/dev/pts/3`; undefined if it has
 * ended or has none, and on Windows. It does not reject.
 */
export function createReadTerminal(
  platform: NodeJS.Platform,
  run: RunTool = createRunTool(runCommand),
): (pid: number) => Promise<string | undefined> {
  if (platform === 'win32') {
    return () => Promise.resolve(undefined);
  }
  if (platform === 'linux') {
    // `ps` may be missing (package procps).
    return async (pid) => toDevice(await readlink(`/proc/${pid}/fd/0`).catch(() => ''));
  }
  return async (pid) => {
    const name = await run('/bin/ps', ['-o', 'tty=', '-p', String(pid)]).catch(() => '');
    return toDevice(`/dev/${name.trim()}`);
  };
}

/** Undefined for what is no terminal: a file, a pipe, or `??` of `ps`. */
function toDevice(path: string): string | undefined {
  return /^\/dev\/(?:pts\/\d+|tty\w+)$/.test(path) ? path : undefined;
}
