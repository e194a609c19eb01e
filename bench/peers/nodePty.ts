import { spawn, type IPty } from 'node-pty';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';

/** Starts a program on a bare PTY of `node-pty`. Its output is bytes. */
export function spawnByNodePty({ file, args, cwd, env, cols, rows }: PtySpawnSpec): IPty {
  return spawn(file, [...args], { cwd, env: { ...env }, cols, rows, encoding: null });
}

/** Resolves once later output contains `text`. Has no time limit. */
export function waitForText(program: IPty, text: string): Promise<void> {
  return new Promise((fulfil) => {
    let output = '';
    const listener = program.onData((data) => {
      output += String(data);
      if (output.includes(text)) {
        listener.dispose();
        fulfil();
      }
    });
  });
}

/** Kills a program and waits for its exit. */
export function endByNodePty(program: IPty): Promise<void> {
  return new Promise((fulfil) => {
    program.onExit(() => fulfil());
    program.kill('SIGKILL');
  });
}
