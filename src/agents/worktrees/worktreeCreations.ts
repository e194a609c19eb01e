import { Deferred } from '../../base/deferred';
import { SessionError } from '../../base/errors';
import { Emitter } from '../../base/event';
import type { Steps } from '../../worktrees/create/steps';

export interface WorktreeCreation {
  readonly id: string;
  /** The URI of the task's folder. */
  readonly folder: string;
  readonly name: string;
  readonly step: string;
}

/** The error of a creation that the person has cancelled in the tree. */
export class CancelledCreationError extends SessionError {
  constructor(name: string) {
    super(
      'ILLEGAL_STATE',
      `The person has cancelled the creation of the worktree for "${name}": start it again only if it is still wanted.`,
    );
  }
}

interface Running {
  creation: WorktreeCreation;
  readonly cancel: AbortController;
  readonly settled: Promise<void>;
}

export class WorktreeCreations {
  private readonly didChange = new Emitter<void>();
  private readonly running = new Map<string, Running>();
  private count = 0;

  readonly onDidChange = this.didChange.event;

  list(): readonly WorktreeCreation[] {
    return [...this.running.values()].map(({ creation }) => creation);
  }

  /**
   * Lists the creation until `work` settles.
   * @throws {CancelledCreationError} if it is cancelled here, and what `work` throws.
   */
  async run<T>(
    subject: Pick<WorktreeCreation, 'folder' | 'name'>,
    { onProgress, signal }: Steps,
    work: (steps: Steps) => Promise<T>,
  ): Promise<T> {
    this.count += 1;
    const id = String(this.count);
    const cancel = new AbortController();
    const handleStep = (step: string): void => {
      this.note(id, step);
      onProgress?.(step);
    };
    const signals = signal ? [signal, cancel.signal] : [cancel.signal];
    const settled = new Deferred<void>();
    const creation = { ...subject, id, step: 'Creating the worktree' };
    this.running.set(id, { creation, cancel, settled: settled.promise });
    this.didChange.fire();
    try {
      return await work({ onProgress: handleStep, signal: AbortSignal.any(signals) });
    } finally {
      this.running.delete(id);
      settled.resolve();
      this.didChange.fire();
    }
  }

  /** Ends the creation and removes what it has made; does nothing if it has ended. */
  cancel(id: string): void {
    const running = this.running.get(id);
    running?.cancel.abort(new CancelledCreationError(running.creation.name));
  }

  /** Cancels all, and resolves when nothing of them is left. */
  async cancelAll(): Promise<void> {
    const settled = [...this.running.values()].map((running) => running.settled);
    [...this.running.keys()].forEach((id) => this.cancel(id));
    await Promise.all(settled);
  }

  private note(id: string, step: string): void {
    const running = this.running.get(id);
    if (running) {
      running.creation = { ...running.creation, step };
      this.didChange.fire();
    }
  }
}
