import { access, mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock';
import { listTemporaries, removeStrayTemporaries, writeFileAtomically } from './atomicFile';
import { withFileLock } from './fileLock';
import type { Task } from './task';
import { formatTaskFile, parseTaskFile, type TaskFileContent } from './taskFile';

/** A file larger than this is none of ours; thousands of tasks fit. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The tasks on disk, and what became of a file that could not be read whole. */
export interface StoredTasks {
  readonly tasks: readonly Task[];
  readonly movedAside: MovedAside | undefined;
}

interface MovedAside {
  readonly damage: string;
  readonly to: string;
}

/**
 * `tasks.json` in a directory that several windows share. A change reads, changes and
 * writes under a lock, so that no window's change is lost; a file that cannot be read
 * is moved aside, never overwritten. What the system refuses is thrown.
 */
export class TaskFileStorage {
  readonly path: string;

  constructor(
    readonly directory: string,
    private readonly clock: Clock,
  ) {
    this.path = join(directory, 'tasks.json');
  }

  async read(): Promise<StoredTasks> {
    const content = await this.readContent();
    if (content.damage !== undefined) {
      return this.locked(() => this.readSound());
    }
    await this.sweep();
    return { tasks: content.tasks, movedAside: undefined };
  }

  /** Writes what `change` makes of the tasks on disk, and gives it back. */
  async update(change: (tasks: readonly Task[]) => readonly Task[]): Promise<StoredTasks> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    return this.locked(async () => {
      const { tasks, movedAside } = await this.readSound();
      const changed = change(tasks);
      await writeFileAtomically(this.path, formatTaskFile(changed));
      return { tasks: changed, movedAside };
    });
  }

  /** Reads under the lock; a damaged file makes way for what of it could be read. */
  private async readSound(): Promise<StoredTasks> {
    const { tasks, damage } = await this.readContent();
    if (damage === undefined) {
      return { tasks, movedAside: undefined };
    }
    const to = await this.findFreeName();
    await writeFileAtomically(this.path, formatTaskFile(tasks), () => rename(this.path, to));
    return { tasks, movedAside: { damage, to } };
  }

  private async readContent(): Promise<TaskFileContent> {
    try {
      const { size, isFile } = await describeFile(this.path);
      if (!isFile) {
        return { tasks: [], damage: 'it is not a file' };
      }
      if (size > MAX_FILE_BYTES) {
        return { tasks: [], damage: `it is larger than ${MAX_FILE_BYTES} bytes` };
      }
      return parseTaskFile(await readFile(this.path, 'utf8'));
    } catch (error) {
      if (isNotFound(error)) {
        return { tasks: [], damage: undefined };
      }
      throw error;
    }
  }

  private async findFreeName(): Promise<string> {
    const timestamp = new Date(this.clock.now()).toISOString().replaceAll(/[:.]/g, '-');
    const name = `${this.path}.unreadable-${timestamp}`;
    for (let count = 1; ; count++) {
      const candidate = count === 1 ? name : `${name}-${count}`;
      if (!(await exists(candidate))) {
        return candidate;
      }
    }
  }

  private async sweep(): Promise<void> {
    try {
      if ((await listTemporaries(this.path)).length > 0) {
        await this.locked(() => removeStrayTemporaries(this.path));
      }
    } catch {
      // Strays do no harm: where they cannot be removed, a later reading tries again.
    }
  }

  private locked<T>(run: () => Promise<T>): Promise<T> {
    return withFileLock(this.path, this.clock, run);
  }
}

async function describeFile(path: string): Promise<{ size: number; isFile: boolean }> {
  const stats = await stat(path);
  return { size: stats.size, isFile: stats.isFile() };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
