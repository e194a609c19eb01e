import type { CommandResult } from './command';
import { runCommand } from './runCommand';

const LIMIT_MS = 5 * 60_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/**
 * Runs a script of the extension in the runtime of this process, with `env` beside this process's
 * environment, for at most five minutes. It requires no trust, because the program is our own. Never
 * rejects.
 */
export function runOwnProgram(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  return runCommand({
    file: process.execPath,
    args: [script, ...args],
    // The runtime may be Electron, which runs as Node only with this variable.
    env: Object.assign({}, process.env, { ELECTRON_RUN_AS_NODE: '1' }, env),
    timeoutMs: LIMIT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
}
