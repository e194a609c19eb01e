import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ProgramSpec } from '../../src/pty/ptyProcess';
import { programSpec } from '../../test/support/pty/realPty';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** A separate tmux server without the user's settings. Its socket is in `directory`. */
export class Tmux {
  constructor(private readonly directory: string) {}

  /** Runs a tmux command and returns its output. @throws {Error} if it fails */
  async command(...args: readonly string[]): Promise<string> {
    const { file, args: all, env } = this.program(...args);
    return (await run(file, all, { env, maxBuffer: MAX_OUTPUT_BYTES })).stdout;
  }

  /** Returns a tmux command as a program for a PTY. */
  program(...args: readonly string[]): ProgramSpec {
    const { file, cwd, env, args: all } = programSpec('tmux', ['-u', '-f', '/dev/null', ...args]);
    return { file, cwd, args: all, env: { ...env, TMUX_TMPDIR: this.directory } };
  }

  /** Whether tmux is on the PATH. */
  async isAvailable(): Promise<boolean> {
    return this.command('-V').then(
      () => true,
      () => false,
    );
  }

  /** Ends the server and its sessions. Does nothing if it does not run. */
  async end(): Promise<void> {
    await this.command('kill-server').catch(() => {});
  }
}
