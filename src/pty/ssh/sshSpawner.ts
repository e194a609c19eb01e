import type { PtyProcess, PtySpawner, PtySpawnSpec } from '../ptyProcess';
import { SshProcess, type SshProcessDeps } from './sshProcess';

/**
 * Starts programs with another spawner, and wraps those with an `ssh` field in {@link SshProcess}.
 */
export class SshSpawner implements PtySpawner {
  constructor(private readonly deps: SshProcessDeps) {}

  spawn(spec: PtySpawnSpec): PtyProcess {
    const { ssh } = spec;
    return ssh ? new SshProcess(this.deps, { ...spec, ssh }) : this.deps.spawner.spawn(spec);
  }
}
