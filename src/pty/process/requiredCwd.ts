import type { PtyProcess, PtySpawner, PtySpawnSpec } from '../ptyProcess';

/**
 * Compares the directory of its own process, which nothing can exchange any more, with `$1`; then
 * becomes the rest of its arguments.
 */
const ENTER = `if [ "$(pwd -P)" != "$1" ]; then
  printf '[%s was replaced after it was checked: nothing is started.]\\r\\n' "$1"
  exit 1
fi
shift
exec "$@"`;

interface RequiredCwdSpawnerDeps {
  readonly spawner: PtySpawner;
  readonly platform: NodeJS.Platform;
}

/**
 * Ends programs that require their directory in any other one. A path that was checked can lead
 * elsewhere when the program starts, which can be seconds later in tmux or for a fallback.
 */
export class RequiredCwdSpawner implements PtySpawner {
  constructor(private readonly deps: RequiredCwdSpawnerDeps) {}

  spawn(spec: PtySpawnSpec): PtyProcess {
    const { spawner, platform } = this.deps;
    const { requiresCwd = false, cwd, file, args } = spec;
    // The directory of a remote session is on the other machine.
    if (!requiresCwd || spec.ssh || platform === 'win32') {
      return spawner.spawn(spec);
    }
    return spawner.spawn({
      ...spec,
      file: '/bin/sh',
      args: ['-c', ENTER, 'sh', cwd, file, ...args],
    });
  }
}
