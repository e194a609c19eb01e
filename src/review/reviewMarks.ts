import { createHash } from 'node:crypto';
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
  /** Fingerprints of marked files, by task and path, with the file's stamp when they were read. */
  private readonly known = new Map<
    string,
    { readonly stamp: string; readonly fingerprint: string }
  >();

  constructor(private readonly store: ReviewStore) {}

  /** Marks a file as reviewed, as it is on disk now, or removes the mark. */
  async set(
    taskId: string,
    { root }: Pick<Changes, 'root'>,
    path: string,
    isReviewed: boolean,
  ): Promise<void> {
    const now = isReviewed ? ((await fingerprint(root, path)) ?? '') : undefined;
    await this.store.change({ kind: 'mark', task: taskId, path, fingerprint: now });
  }

  /** Removes the marks of files whose content has changed, and returns what is left. */
  async check(taskId: string, changes: Changes): Promise<ReviewProgress> {
    const { reviewed, seen } = this.store.get(taskId);
    const marked = changes.files.filter(({ path }) => Object.hasOwn(reviewed, path));
    const isSame = await mapInLanes(marked, READ_LANES, async (file) => {
      return (await this.read(taskId, changes.root, file)) === reviewed[file.path];
    });
    await Promise.all(
      marked
        .filter((_, index) => !isSame[index])
        .map(({ path }) =>
          this.store.change({ kind: 'mark', task: taskId, path, fingerprint: undefined }),
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

  private async read(taskId: string, root: string, { path, stamp }: ChangedFile): Promise<string> {
    const key = `${taskId}\0${path}`;
    const known = this.known.get(key);
    if (stamp !== undefined && known?.stamp === stamp) {
      return known.fingerprint;
    }
    const now = (await fingerprint(root, path)) ?? '';
    if (stamp !== undefined) {
      this.known.set(key, { stamp, fingerprint: now });
    }
    return now;
  }
}

/** Identifies the changed files and their contents, as far as these are known. */
export function digestOf({ files }: Changes): string {
  const facts = files.map(({ path, kind, stamp }) => [path, kind, stamp ?? '']);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}
