import type { PtySpawner, PtySpawnSpec } from '../../src/pty/ptyProcess';

/** Runs a program and discards its output. Returns the number of bytes. */
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
