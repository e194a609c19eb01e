import { lstat, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { randomHex } from '../base/randomHex';
import { isOwn, isPrivateDirectory } from './ownFiles';

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, its NUL among them (man 7 unix, man 4 unix). */
const MOST_BYTES = process.platform === 'darwin' ? 103 : 107;

/** The number of characters that `mkdtemp` appends. */
const SUFFIX = 'XXXXXX';

/** How a new socket is named if it cannot be in the directory where it should be. */
interface SocketNames {
  /** The name of the file, without its ending. */
  readonly name: string;
  /** The first part of the names of pipes, and of directories that are created for one socket. */
  readonly prefix: string;
}

interface NewSocket extends SocketNames {
  /** A directory that only the person can access. */
  readonly directory: string;
}

/**
 * Returns the path for a new socket: in `directory`, or as {@link newSocketDirectory} if that path
 * would be too long. On Windows it is a pipe with a name that cannot be guessed.
 */
export async function newSocketPath({ directory, name, prefix }: NewSocket): Promise<string> {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\${prefix}${name}-${randomHex(16)}`;
  }
  const path = socketFile(directory, name);
  return isShort(path) ? path : newSocketDirectory({ name, prefix });
}

/**
 * The path for a new socket in a new private directory among the temporary files. The directory of
 * the login (`XDG_RUNTIME_DIR`) is used only if the temporary one would make the path too long: it is
 * removed at logout, and programs may go on.
 */
export async function newSocketDirectory({ name, prefix }: SocketNames): Promise<string> {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  const fits = (parent: string): boolean =>
    isShort(socketFile(join(parent, `${prefix}${SUFFIX}`), name));
  const isNeeded = runtime !== undefined && !fits(tmpdir()) && fits(runtime);
  const parent = isNeeded && (await isPrivateDirectory(runtime)) ? runtime : tmpdir();
  return socketFile(await mkdtemp(join(parent, prefix)), name);
}

/** Returns the directory of the socket if {@link newSocketDirectory} created it for this one. */
export function ownSocketDirectory(
  path: string,
  { prefix }: Pick<SocketNames, 'prefix'>,
): string | undefined {
  const directory = dirname(path);
  const parents = [tmpdir(), process.env['XDG_RUNTIME_DIR']];
  const isMade = parents.includes(dirname(directory)) && basename(directory).startsWith(prefix);
  return isMade ? directory : undefined;
}

/** Whether a client may connect to the path: the person's own socket, or no file yet. */
export async function isOwnSocket(path: string): Promise<boolean> {
  if (process.platform === 'win32') {
    return true;
  }
  const found = await lstat(path).catch(() => undefined);
  return found === undefined || (found.isSocket() && isOwn(found));
}

function socketFile(directory: string, name: string): string {
  return join(directory, `${name}.sock`);
}

function isShort(path: string): boolean {
  return Buffer.byteLength(path) <= MOST_BYTES;
}
