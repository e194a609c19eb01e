import type { PtyProcess, PtySpawner, PtySpawnSpec } from '../ptyProcess';
import { SshProcess, type SshProcessDeps, type SshSpawnSpec } from './sshProcess';

/**
 * Starts programs with another spawner, and wraps those with an `ssh` field in {@link SshProcess}.
 */
export class SshSpawner implements PtySpawner {
  constructor(private readonly deps: SshProcessDeps) {}

  spawn(spec: PtySpawnSpec): PtyProcess {
    return isOverSsh(spec) ? new SshProcess(this.deps, spec) : this.deps.spawner.spawn(spec);
  }
}

function isOverSsh(spec: PtySpawnSpec): spec is SshSpawnSpec {
  return spec.ssh !== undefined;
}
