import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface PersistenceChoiceDeps {
  /** The extension's own directory on this machine, which all windows share. */
  readonly storagePath: string;
  /** Whether the person has set the setting `persistence`. */
  readonly isSet: () => boolean;
  readonly set: (value: 'host' | 'window') => PromiseLike<void>;
}

/** The first choice of the setting `persistence`, for which each machine asks once. */
export class PersistenceChoice {
  constructor(private readonly deps: PersistenceChoiceDeps) {}

  /** Whether to ask now. Later calls return false, in all windows of this machine. */
  async claim(): Promise<boolean> {
    const { storagePath, isSet } = this.deps;
    if (isSet()) {
      return false;
    }
    try {
      await mkdir(storagePath, { recursive: true });
      await writeFile(join(storagePath, 'persistence-asked'), '', { flag: 'wx' });
      return true;
    } catch {
      // Some window has asked, or that cannot be stored: the question would come at every start.
      return false;
    }
  }

  /** Sets it for the starts that follow. */
  async set(value: 'host' | 'window'): Promise<void> {
    await this.deps.set(value);
  }
}
