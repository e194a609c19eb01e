import { spawn, type IPty } from 'node-pty';
import type { PtySpawnSpec } from '../../src/pty/ptyProcess';

/** A program on a PTY by `node-pty` itself, whose output comes as bytes. */
export function spawnByNodePty({ file, args, cwd, env, cols, rows }: PtySpawnSpec): IPty {
  return spawn(file, [...args], { cwd, env: { ...env }, cols, rows, encoding: null });
}

/** Resolves as soon as the output holds `text`; listens from now on. */
export function waitForText(program: IPty, text: string): Promise<void> {
  return new Promise((fulfil) => {
    let seen = '';
    const listening = program.onData((data) => {
      seen += String(data);
      if (seen.includes(text)) {
        listening.dispose();
        fulfil();
      }
    });
  });
}

/** Ends a program whatever it does, and waits for it. */
export function endByNodePty(program: IPty): Promise<void> {
  return new Promise((fulfil) => {
    program.onExit(() => fulfil());
    program.kill('SIGKILL');
  });
}
