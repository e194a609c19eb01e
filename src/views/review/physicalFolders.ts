import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The most folders that are kept. The oldest is removed first. */
const MAX_FOLDERS = 1000;

/**
 * The paths of files without the symbolic links of their folders. Reads a folder once: VS Code asks
 * often whether an editor takes comments, and synchronously.
 */
export class PhysicalFolders {
  private readonly known = new Map<string, string>();

  /** A file that is itself a link is not followed. */
  pathOf(file: string): string {
    return join(this.resolve(dirname(file)), basename(file));
  }

  /** Returns the folder itself if it does not exist. */
  resolve(folder: string): string {
    const known = this.known.get(folder);
    if (known !== undefined) {
      return known;
    }
    try {
      const found = realpathSync.native(folder);
      this.keep(folder, found);
      return found;
    } catch {
      // It may be created later, so this is not kept.
      return folder;
    }
  }

  private keep(folder: string, found: string): void {
    const [oldest] = this.known.keys();
    if (this.known.size >= MAX_FOLDERS && oldest !== undefined) {
      this.known.delete(oldest);
    }
    this.known.set(folder, found);
  }
}
