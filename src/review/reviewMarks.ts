import { createHash } from 'node:crypto';
import { SessionError } from '../base/errors';
import { mapInLanes } from '../base/mapInLanes';
import type { ChangedFile, Changes } from '../worktrees/changes/changes';
import { fingerprint } from '../worktrees/changes/fingerprint';
import type { ReviewStore } from './reviewStore';

const READ_LANES = 8;

/** How far the review of a task's changes is. */
export interface ReviewProgress {
  /** The paths of the changed files that are marked as reviewed. */
  readonly reviewed: ReadonlySet<string>;
  /** Whether files have changed since the person last looked at the task's changes. */
  readonly isDue: boolean;
}

/** The marks of reviewed files, each until the content of its file changes; and when a person last looked. */
export class ReviewMarks {
  /** The last reading of each marked file, by task and path. */
  private readonly known = new Map<string, ReadonlyMap<string, Reading>>();

  constructor(private readonly store: ReviewStore) {}

  /**
   * Marks a file as reviewed, as it is on disk now, or removes the mark.
   * @throws {SessionError} `BAD_REQUEST` if its content cannot be read, as of a submodule.
   */
  async set(
    taskId: string,
    { files, root }: Pick<Changes, 'files' | 'root'>,
    path: string,
    isReviewed: boolean,
  ): Promise<void> {
    if (!isReviewed) {
      await this.store.change({ kind: 'unmark', task: taskId, path, fingerprint: undefined });
      return;
    }
    const file = files.find((one) => one.path === path);
    const now = file && (await identify(root, file));
    if (now === undefined) {
      throw new SessionError(
        'BAD_REQUEST',
        `"${path}" cannot be marked as reviewed, because its changes cannot be read here, as those of a submodule: review it by itself.`,
      );
    }
    await this.store.change({ kind: 'mark', task: taskId, path, fingerprint: now });
  }

  /** Removes the marks of files whose content has changed, and returns what is left. */
  async check(taskId: string, changes: Changes): Promise<ReviewProgress> {
    const { reviewed, seen } = this.store.get(taskId);
    const marked = changes.files.filter(({ path }) => Object.hasOwn(reviewed, path));
    const known = this.known.get(taskId);
    const readings = await mapInLanes(marked, READ_LANES, (file) =>
      read(changes.root, file, known?.get(file.path)),
    );
    this.remember(taskId, new Map(marked.map(({ path }, index) => [path, readings[index] ?? {}])));
    const isSame = marked.map(({ path }, index) => readings[index]?.fingerprint === reviewed[path]);
    await Promise.all(
      marked
        .filter((_, index) => !isSame[index])
        .map(({ path }) =>
          this.store.change({
            kind: 'unmark',
            task: taskId,
            path,
            fingerprint: reviewed[path],
          }),
        ),
    );
    return {
      reviewed: new Set(marked.filter((_, index) => isSame[index]).map(({ path }) => path)),
      isDue: changes.total.files > 0 && seen !== digestOf(changes),
    };
  }

  /** Notes that the person looks at the changes. */
  async see(taskId: string, changes: Changes): Promise<void> {
    const seen = digestOf(changes);
    if (this.store.get(taskId).seen !== seen) {
      await this.store.change({ kind: 'see', task: taskId, seen });
    }
  }

  /** Keeps the readings of a task, and none of tasks that are gone. */
  private remember(taskId: string, readings: ReadonlyMap<string, Reading>): void {
    this.known.set(taskId, readings);
    const gone = [...this.known.keys()].filter((id) => !this.store.value.has(id));
    gone.forEach((id) => this.known.delete(id));
  }
}

/** What a file had on disk, with its stamp at that time. */
interface Reading {
  readonly stamp?: string | undefined;
  readonly fingerprint?: string | undefined;
}

async function read(root: string, file: ChangedFile, known: Reading | undefined): Promise<Reading> {
  const { stamp } = file;
  const isKnown = stamp !== undefined && known?.stamp === stamp;
  return isKnown ? known : { stamp, fingerprint: await identify(root, file) };
}

/** Identifies what a changed file has on disk; empty if it is deleted, undefined if it cannot be read. */
async function identify(root: string, { path, kind }: ChangedFile): Promise<string | undefined> {
  return (await fingerprint(root, path)) ?? (kind === 'deleted' ? '' : undefined);
}

/** Identifies the changed files and their contents, as far as these are known. */
export function digestOf({ files }: Changes): string {
  const facts = files.map(({ path, kind, stamp }) => [path, kind, stamp ?? '']);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}
