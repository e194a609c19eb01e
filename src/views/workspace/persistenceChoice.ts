import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../base/lifecycle';

type Persistence = 'host' | 'window';

interface PersistenceChoiceDeps {
  /** The extension's own directory on this machine, which all windows share. */
  readonly storagePath: string;
  readonly isSet: () => boolean;
  readonly set: (value: Persistence) => PromiseLike<void>;
}

/** The first choice of the setting `persistence`, for which each machine asks once. */
export class PersistenceChoice implements Disposable {
  private readonly mark: string;
  /** Whether the question of this window has no answer yet. */
  private isOpen = false;

  constructor(private readonly deps: PersistenceChoiceDeps) {
    this.mark = join(deps.storagePath, 'persistence-asked');
  }

  /**
   * Calls `question`, unless some window of this machine has asked, and sets its answer for the
   * starts that follow. A declined question (undefined) is not asked again; one that fails, or whose
   * answer cannot be set, is.
   */
  async ask(question: () => Promise<Persistence | undefined>): Promise<void> {
    if (!(await this.acquire())) {
      return;
    }
    try {
      const value = await question();
      if (value !== undefined) {
        await this.deps.set(value);
      }
      this.isOpen = false;
    } finally {
      this.release();
    }
  }

  /** A window that closes takes its question with it. */
  dispose(): void {
    this.release();
  }

  private async acquire(): Promise<boolean> {
    const { storagePath, isSet } = this.deps;
    if (isSet()) {
      return false;
    }
    try {
      await mkdir(storagePath, { recursive: true });
      await writeFile(this.mark, '', { flag: 'wx' });
      this.isOpen = true;
      return true;
    } catch {
      // Some window has asked, or that cannot be stored: the question would come at every start.
      return false;
    }
  }

  /** Lets a later start ask again. Waits for nothing, as a window that closes has little time. */
  private release(): void {
    if (this.isOpen) {
      this.isOpen = false;
      rmSync(this.mark, { force: true });
    }
  }
}
