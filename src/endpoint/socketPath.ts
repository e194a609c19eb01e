import { rmSync } from 'node:fs';
import { chmod, lstat, mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { randomHex } from '../base/randomHex';
import { isOwn, isPrivateDirectory } from '../base/privateFile';

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, its NUL among them (man 7 unix, man 4 unix). */
const MOST_BYTES = process.platform === 'darwin' ? 103 : 107;

/** A socket's file in a directory of its own; short, since temporary directories have long paths. */
export const OWN_NAME = 's.sock';

interface NewSocket {
  /** A directory that only the person can access. */
  readonly directory: string;
  /** The name of the file, without its ending. */
  readonly name: string;
  /** The first part of the names of pipes, and of directories that are created for one socket. */
  readonly prefix: string;
}

/**
 * Returns the path for a new socket: in `directory`, or as {@link newSocketDirectory} if that path
 * would be too long. On Windows it is a pipe with a name that cannot be guessed.
 */
export async function newSocketPath({ directory, name, prefix }: NewSocket): Promise<string> {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\${prefix}${name}-${randomHex(16)}`;
  }
  const path = join(directory, `${name}.sock`);
  return isShort(path) ? path : newSocketDirectory(prefix);
}

/**
 * The path for a new socket in a new private directory among the temporary files. The directory of
 * the login (`XDG_RUNTIME_DIR`) is used only if the temporary one would make the path too long: it is
 * removed at logout, and programs may go on.
 */
export async function newSocketDirectory(prefix: string): Promise<string> {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  const fits = (parent: string): boolean => isShort(join(parent, `${prefix}XXXXXX`, OWN_NAME));
  const isNeeded = runtime !== undefined && !fits(tmpdir()) && fits(runtime);
  const parent = isNeeded && (await isPrivateDirectory(runtime)) ? runtime : tmpdir();
  return join(await mkdtemp(join(parent, prefix)), OWN_NAME);
}

/** The directories in which {@link newSocketDirectory} creates others. */
export function socketDirectoryParents(): readonly string[] {
  return [tmpdir(), process.env['XDG_RUNTIME_DIR'] ?? ''].filter(Boolean);
}

/**
 * Removes a socket, and the directory that {@link newSocketDirectory} created for it, whose name
 * matches `own`. The system removes pipes.
 */
export function removeSocket(path: string, own: RegExp): void {
  if (process.platform === 'win32') {
    return;
  }
  rmSync(path, { force: true });
  const directory = dirname(path);
  if (socketDirectoryParents().includes(dirname(directory)) && own.test(basename(directory))) {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Removes other users' access to a new socket, whose mode is that of the umask. Pipes have no mode.
 */
export async function restrictSocket(path: string): Promise<void> {
  if (process.platform !== 'win32') {
    await chmod(path, 0o600);
  }
}

/** Whether a client may connect to the path: the person's own socket, or no file yet. */
export async function isOwnSocket(path: string): Promise<boolean> {
  if (process.platform === 'win32') {
    return true;
  }
  const found = await lstat(path).catch(() => undefined);
  return found === undefined || (found.isSocket() && isOwn(found));
}

/** Whether a process accepts connections at the path. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

function isShort(path: string): boolean {
  return Buffer.byteLength(path) <= MOST_BYTES;
}
