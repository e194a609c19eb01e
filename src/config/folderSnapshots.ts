import { rm, utimes } from 'node:fs/promises';
import { putPrivateFile } from '../base/privateFile';
import { SerialQueue } from '../base/serialQueue';
import { folderSnapshotPath } from '../endpoint/folderSnapshotEntry';
import type { RawSettings } from './parseSettings';
import type { Settings } from './settings';
import { formatFolderSnapshot, type RawFolderSnapshot } from './folderSnapshot';

/** What is the same for all folders of a window. */
export type SnapshotFacts = Omit<RawFolderSnapshot, 'folder' | 'settings'>;

interface FolderSnapshotsDeps {
  /** The extension's directory in the person's home: `~/.agent-terminals`. */
  readonly home: string;
  readonly facts: SnapshotFacts;
  readonly handleError: (error: unknown) => void;
}

/** A folder that is open, and what is in force in it. */
export interface OpenFolder {
  readonly folder: RawFolderSnapshot['folder'];
  readonly settings: RawSettings;
  /** Whether programs may start and drive its agents when no window is open. */
  readonly isAllowed: boolean;
}

/** Stores the open folders for programs that run without a window, in files that only their owner can read. */
export class FolderSnapshots {
  private readonly queue = new SerialQueue();

  constructor(private readonly deps: FolderSnapshotsDeps) {}

  /** Writes the snapshots of allowed folders and removes those of the others. Never rejects. */
  update(folders: readonly OpenFolder[]): Promise<void> {
    return this.queue.run(async () => {
      for (const folder of folders) {
        await this.put(folder).catch(this.deps.handleError);
      }
    });
  }

  private async put({ folder, settings, isAllowed }: OpenFolder): Promise<void> {
    const path = folderSnapshotPath(this.deps.home, folder.uri);
    if (isAllowed) {
      await putPrivateFile(path, formatFolderSnapshot({ ...this.deps.facts, folder, settings }));
      // The session host reads from its time when a window had the folder open.
      const now = new Date();
      await utimes(path, now, now);
    } else {
      await rm(path, { force: true });
    }
  }
}

/** Whether programs may start and drive the agents of a folder when no window is open. */
export function mayRunWithoutWindow({
  isTrusted,
  settings,
}: {
  readonly isTrusted: boolean;
  readonly settings: Pick<Settings, 'api.enabled' | 'persistence'>;
}): boolean {
  return isTrusted && settings.persistence === 'host' && settings['api.enabled'];
}
