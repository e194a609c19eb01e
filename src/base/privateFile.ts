import { chmodSync, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomically } from './atomicFile';

/** The permissions of other users. */
const OTHERS = 0o077;
const PERMISSIONS = 0o777;
const PRIVATE = 0o700;

/** A link, or a directory of another user, who could read and replace the files in it. */
export class ForeignDirectoryError extends Error {
  constructor(path: string) {
    super(`${path} is not a directory of your own`);
  }
}

/**
 * Creates a directory that no other user can access, or restricts an existing one. Its parents are
 * created with it and not checked.
 * @throws {ForeignDirectoryError}
 */
export async function makePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE });
  if (!(await closeOwnDirectory(path))) {
    throw new ForeignDirectoryError(path);
  }
}

/** {@link makePrivateDirectory} for callers that cannot wait, such as the start of a program. */
export function makePrivateDirectorySync(path: string): void {
  mkdirSync(path, { recursive: true, mode: PRIVATE });
  const found = lstatSync(path);
  if (!isOwnDirectory(found)) {
    throw new ForeignDirectoryError(path);
  }
  if (!isPrivate(found)) {
    chmodSync(path, PRIVATE);
  }
}

/**
 * Restricts an existing directory to the person. Returns false if there is none, or it is a link or
 * belongs to another user.
 */
export async function closeOwnDirectory(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (!found || !isOwnDirectory(found)) {
    return false;
  }
  if (!isPrivate(found)) {
    await chmod(path, PRIVATE);
  }
  return true;
}

/**
 * Whether the path is a directory, not a link, that belongs to the person and that no other user can
 * access. Changes nothing.
 */
export async function isPrivateDirectory(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && isOwnDirectory(found) && !isOpen(found);
}

/** Whether a file belongs to the person. Windows has no user ids; a home is private there. */
export function isOwn({ uid }: Pick<Stats, 'uid'>): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}

/**
 * Writes a text to a file that no other user can read, replacing the file. Does nothing if the file
 * already has this text.
 * @throws {ForeignDirectoryError} if another user could replace the file.
 */
export async function putPrivateFile(path: string, text: string): Promise<void> {
  await makePrivateDirectory(dirname(path));
  if ((await readFile(path, 'utf8').catch(() => undefined)) !== text) {
    await writeFileAtomically(path, text);
  }
}

/** @param found without following a link. */
function isOwnDirectory(found: Stats): boolean {
  return found.isDirectory() && isOwn(found);
}

/** Whether only the owner can access it, with all rights. */
function isPrivate({ mode }: Pick<Stats, 'mode'>): boolean {
  return process.getuid === undefined || (mode & PERMISSIONS) === PRIVATE;
}

function isOpen({ mode }: Pick<Stats, 'mode'>): boolean {
  return process.getuid !== undefined && (mode & OTHERS) !== 0;
}
