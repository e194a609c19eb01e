import { constants, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, readlink, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
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

/** The files that were not copied and the reasons, a sentence each. */
type CopyNotices = readonly string[];

/**
 * Copies files with their modes, sharing blocks if the file system can. Existing files are kept. A
 * symbolic link is copied as a link if it stays inside, and is never followed. A file that cannot
 * be copied is reported and does not stop the others.
 * @throws the system's error if the disk is full.
 */
export async function copyFiles(request: CopyRequest): Promise<CopyNotices> {
  const copying = new Copying(request);
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

  constructor(private readonly request: CopyRequest) {}

  async copy(name: string): Promise<void> {
    const { from } = this.request;
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
    const { from, to } = this.request;
    const target = join(to, name);
    if (!(await this.isSafe(dirname(target)))) {
      this.leavingLinks.push(name);
    } else if (entry.isSymbolicLink()) {
      await this.copyLink(name, await readlink(join(from, name)));
    } else if (entry.isFile() && this.takeShare(name, entry.size)) {
      await mkdir(dirname(target), { recursive: true });
      const mode = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;
      await unlessThere(copyFile(join(from, name), target, mode));
    }
  }

  private async copyLink(name: string, link: string): Promise<void> {
    const { from, to } = this.request;
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
