import type { PtySpawner, PtySpawnSpec } from '../../src/pty/ptyProcess';

/** Starts a program, reads all it writes and does nothing with it: how many bytes came. */
export function readPty(spawner: PtySpawner, spec: PtySpawnSpec): Promise<number> {
  return new Promise((fulfil) => {
    let bytes = 0;
    const program = spawner.spawn(spec);
    program.onData((chunk) => (bytes += chunk.length));
    program.onExit(() => {
      program.dispose();
      fulfil(bytes);
    });
  });
}
