import { isDeepStrictEqual } from 'node:util';
import { toMessage } from '../base/errors';
import { Emitter } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import { SerialQueue } from '../base/serialQueue';
import type { SharedFile, Stored } from './sharedFile';

/** A disk error that the person should know about. The state continues to work in memory. */
export interface StorageProblem {
  readonly kind: 'unreadable' | 'notRead' | 'notSaved';
  /** One sentence that names the file and a next step. */
  readonly message: string;
}

type DiskAction = 'read' | 'save';

/**
 * The content, in memory, of a file that other windows change as well. A change is visible at once.
 * Its promise resolves when the change is on disk, or when the write has failed (disk full,
 * read-only) and the change waits for the next write. It never rejects because of the disk;
 * {@link onDidMeetProblem} reports the error.
 *
 * Changes are data: one whose write failed is applied again to what another window has written
 * since.
 */
export class SharedState<T, Change> implements Disposable {
  private readonly didChange = new Emitter<void>();
  private readonly didMeetProblem = new Emitter<StorageProblem>();
  private saved: T;
  private pending: readonly Change[] = [];
  private current: T;
  private readonly queue = new SerialQueue();
  /** The actions whose failure was reported and that have not succeeded since. */
  private readonly knownToFail = new Set<DiskAction>();

  readonly onDidChange = this.didChange.event;
  /**
   * Fires for each damaged file, and for a failed read or save once until that action succeeds
   * again.
   */
  readonly onDidMeetProblem = this.didMeetProblem.event;

  constructor(
    private readonly file: SharedFile<T>,
    private readonly apply: (value: T, change: Change) => T,
  ) {
    this.saved = file.format.empty;
    this.current = this.saved;
  }

  get value(): T {
    return this.current;
  }

  change(change: Change): Promise<void> {
    this.pending = [...this.pending, change];
    this.refresh();
    return this.enqueue('save', () => this.savePending());
  }

  /** Reads the changes of other windows; the first call loads the file. */
  reload(): Promise<void> {
    return this.enqueue('read', async () => this.accept(await this.file.read(), 0));
  }

  /** Resolves when all requested changes are on disk or their write has failed. */
  flush(): Promise<void> {
    return this.queue.whenIdle();
  }

  dispose(): void {
    this.didChange.dispose();
    this.didMeetProblem.dispose();
  }

  private async savePending(): Promise<void> {
    const batch = this.pending;
    if (batch.length === 0) {
      return;
    }
    const stored = await this.file.update((value) => batch.reduce(this.apply, value));
    this.accept(stored, batch.length);
  }

  /** One disk action at a time, so that `saved` holds the result of the latest one. */
  private enqueue(action: DiskAction, work: () => Promise<void>): Promise<void> {
    return this.queue.run(work).then(
      () => void this.knownToFail.delete(action),
      (error: unknown) => this.handleDiskError(action, error),
    );
  }

  private accept({ content, movedAside }: Stored<T>, savedChanges: number): void {
    this.saved = content;
    this.pending = this.pending.slice(savedChanges);
    this.refresh();
    if (movedAside) {
      this.didMeetProblem.fire({
        kind: 'unreadable',
        message:
          `${this.file.format.title} in ${this.file.path} cannot be used (${movedAside.damage}): ` +
          `it is kept as ${movedAside.to}, from where you can copy back what is missing.`,
      });
    }
  }

  private refresh(): void {
    const value = this.pending.reduce(this.apply, this.saved);
    if (!isDeepStrictEqual(value, this.current)) {
      this.current = value;
      this.didChange.fire();
    }
  }

  private handleDiskError(action: DiskAction, error: unknown): void {
    if (!this.knownToFail.has(action)) {
      this.knownToFail.add(action);
      const where = `${this.file.format.title} in ${this.file.directory}`;
      this.didMeetProblem.fire(PROBLEMS[action](where, toMessage(error)));
    }
  }
}

const PROBLEMS = {
  read: (where, reason) => ({
    kind: 'notRead',
    message:
      `${where} cannot be read (${reason}): ` +
      `changes of other windows do not appear here until it can: correct its permissions.`,
  }),
  save: (where, reason) => ({
    kind: 'notSaved',
    message:
      `${where} cannot be saved (${reason}): ` +
      `only this window has it until the next change can be saved: free disk space, or correct the permissions.`,
  }),
} as const satisfies Record<DiskAction, (where: string, reason: string) => StorageProblem>;
