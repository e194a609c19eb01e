import { createWriteStream, type Stats } from 'node:fs';
import {
  constants,
  copyFile,
  lstat,
  mkdir,
  open,
  readlink,
  realpath,
  symlink,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toMessage } from '../../base/errors';
import { isErrno } from '../../base/isErrno';
import { isInside } from '../../base/isInside';
import { formatNames } from '../formatNames';
import { COPY_LANES, COPY_LIMITS } from '../limits';

interface CopyRequest {
  readonly from: string;
  readonly to: string;
  /** Paths below `from`. */
  readonly names: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly limits?: { readonly files: number; readonly bytes: number };
}

type CopyNotices = readonly string[];

/**
 * Copies files with their modes, sharing blocks if the file system can. Existing files are kept. A
 * symbolic link is copied as a link if it stays inside, and is never followed, also if a program puts
 * one in the place of a directory meanwhile. A file that cannot be copied is reported and does not stop the others.
 * @throws the system's error if the disk is full.
 */
export async function copyFiles(request: CopyRequest): Promise<CopyNotices> {
  const copying = new Copying(request, await realpath(request.from));
  const queue = request.names.values();
  const work = async (): Promise<void> => {
    for (const name of queue) {
      request.signal?.throwIfAborted();
      await copying.copy(name);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: COPY_LANES }, work));
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed) {
    throw failed.reason;
  }
  return copying.notices();
}

class Copying {
  private readonly safeDirectories = new Map<string, Promise<boolean>>();
  private readonly overLimit: string[] = [];
  private readonly leavingLinks: string[] = [];
  private readonly repositories: string[] = [];
  private readonly failures: string[] = [];
  private files = 0;
  private bytes = 0;

  /** @param from as in the request, without symbolic links. */
  constructor(
    private readonly request: CopyRequest,
    private readonly from: string,
  ) {}

  async copy(name: string): Promise<void> {
    const { from } = this;
    try {
      if (name.endsWith('/')) {
        this.repositories.push(name);
        return;
      }
      const source = join(from, name);
      await this.copyEntry(name, await lstat(source));
    } catch (error) {
      if (isErrno(error, 'ENOSPC', 'EDQUOT')) {
        throw error;
      }
      this.failures.push(`${name} (${toMessage(error)})`);
    }
  }

  notices(): CopyNotices {
    const { files, bytes } = this.request.limits ?? COPY_LIMITS;
    const notice = (why: string, names: readonly string[]): CopyNotices =>
      names.length === 0 ? [] : [`Not copied (${why}): ${formatNames([...names].sort())}.`];
    return [
      ...notice(`more than ${files} files or ${bytes} bytes`, this.overLimit),
      ...notice('links that lead out of the folder', this.leavingLinks),
      ...notice('repositories of their own', this.repositories),
      ...notice('could not be read or written', this.failures),
    ];
  }

  private async copyEntry(name: string, entry: Stats): Promise<void> {
    const { from } = this;
    const { to } = this.request;
    const target = join(to, name);
    if (!(await this.isSafe(dirname(target)))) {
      this.leavingLinks.push(name);
    } else if (entry.isSymbolicLink()) {
      await this.copyLink(name, await readlink(join(from, name)));
    } else if (entry.isFile() && this.takeShare(name, entry.size)) {
      await mkdir(dirname(target), { recursive: true });
      if (!(await copyFileAt(join(from, name), target))) {
        this.leavingLinks.push(name);
      }
    }
  }

  private async copyLink(name: string, link: string): Promise<void> {
    const { from } = this;
    const { to } = this.request;
    const source = join(from, name);
    if (isAbsolute(link) || !isInside(resolve(dirname(source), link), from)) {
      this.leavingLinks.push(name);
    } else if (this.takeShare(name, 0)) {
      await mkdir(dirname(join(to, name)), { recursive: true });
      await unlessThere(symlink(link, join(to, name)));
    }
  }

  private takeShare(name: string, bytes: number): boolean {
    const limits = this.request.limits ?? COPY_LIMITS;
    if (this.files + 1 > limits.files || this.bytes + bytes > limits.bytes) {
      this.overLimit.push(name);
      return false;
    }
    this.files += 1;
    this.bytes += bytes;
    return true;
  }

  /**
   * Whether no directory from `to` down to `directory` is a symbolic link, which might lead
   * elsewhere.
   */
  private isSafe(directory: string): Promise<boolean> {
    const known = this.safeDirectories.get(directory);
    const answer = known ?? this.hasNoLinks(directory);
    this.safeDirectories.set(directory, answer);
    return answer;
  }

  private async hasNoLinks(directory: string): Promise<boolean> {
    if (directory === this.request.to) {
      return true;
    }
    if (!isInside(directory, this.request.to) || !(await this.isSafe(dirname(directory)))) {
      return false;
    }
    const entry = await lstat(directory).catch(() => undefined);
    return entry === undefined || !entry.isSymbolicLink();
  }
}

/**
 * Copies the file that is open, since another one can be at its path by the next call.
 * @returns whether a file was at the path, and no link led to it.
 */
async function copyFileAt(path: string, target: string): Promise<boolean> {
  // Without waiting for the writer of a pipe.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let file: FileHandle;
  try {
    file = await open(path, flags);
  } catch (error) {
    if (isErrno(error, 'ELOOP')) {
      return false;
    }
    throw error;
  }
  try {
    const entry = await file.stat();
    const isRight = entry.isFile() && (await isAt(file, entry, path));
    if (isRight) {
      await unlessThere(copyOpenFile(file, entry, target));
    }
    return isRight;
  } finally {
    await file.close();
  }
}

/** Whether the open file was reached without a link. Of other systems than Linux no file's path can be read. */
async function isAt(file: FileHandle, entry: Stats, path: string): Promise<boolean> {
  if (process.platform === 'linux') {
    return (await readlink(descriptorOf(file))) === path;
  }
  const [there, real] = await Promise.all([lstat(path), realpath(path)]);
  return real === path && there.dev === entry.dev && there.ino === entry.ino;
}

async function copyOpenFile(file: FileHandle, entry: Stats, target: string): Promise<void> {
  if (process.platform === 'linux') {
    const mode = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
    await copyFile(descriptorOf(file), target, mode);
    return;
  }
  const options = { flags: 'wx', mode: entry.mode & 0o777 };
  await pipeline(
    file.createReadStream({ autoClose: false, start: 0 }),
    createWriteStream(target, options),
  );
}

function descriptorOf(file: FileHandle): string {
  return `/proc/self/fd/${file.fd}`;
}

/**
 * Ignores an existing target: files of the checkout or of an earlier copy are never overwritten.
 */
async function unlessThere(made: Promise<void>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) {
      throw error;
    }
  }
}
