import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The directories on the remote machine, which is this machine, of sessions whose agent is in
 * `home`; those of other tests may appear and disappear meanwhile.
 */
export function remoteDirectoriesOf(home: string): readonly string[] {
  return readdirSync('/tmp')
    .filter((name) => /^agent-terminals-ssh-[0-9a-f]{32}$/.test(name))
    .map((name) => join('/tmp', name))
    .filter((directory) => readText(join(directory, 'agent.posix.0')).includes(home));
}

/** A directory of a session whose process was that one, with the status that it has left in tmux. */
export function makeRemoteDirectory(pid: number, status?: number): string {
  const directory = `/tmp/agent-terminals-ssh-${randomBytes(16).toString('hex')}`;
  mkdirSync(directory);
  if (status !== undefined) {
    // Before the process is known: sessions of other tests remove what has no status.
    writeFileSync(join(directory, 'status'), String(status));
  }
  writeFileSync(join(directory, 'pid'), String(pid));
  return directory;
}

/** The remaining directories and sockets of sessions, also of partly removed ones. */
export function leftOfDirectories(directories: readonly string[]): readonly string[] {
  return directories
    .flatMap((directory) => [directory, `${directory}.sock`])
    .filter((path) => existsSync(path));
}

/** Empty if the file does not exist: a session may be starting or removed. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
