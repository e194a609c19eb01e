import { text } from 'node:stream/consumers';
import { open, type Entry } from 'yauzl';

export interface VsixEntry {
  readonly name: string;
  /** The permission bits of the unpacked file on Unix. */
  readonly mode: number;
}

/** Lists the files of a .vsix, sorted by name. */
export function readVsixEntries(file: string): Promise<readonly VsixEntry[]> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: false }, (error, zip) => {
      if (zip === undefined) {
        reject(error ?? new Error(`${file} is not a zip file`));
        return;
      }
      const entries: VsixEntry[] = [];
      zip.on('entry', (entry: Entry) => entries.push(toVsixEntry(entry)));
      zip.once('error', reject);
      zip.once('end', () => resolve(entries.sort((a, b) => (a.name < b.name ? -1 : 1))));
    });
  });
}

/** Returns the text of one file of a .vsix. */
export function readVsixText(file: string, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true }, (error, zip) => {
      if (zip === undefined) {
        reject(error ?? new Error(`${file} is not a zip file`));
        return;
      }
      zip.once('error', reject);
      zip.once('end', () => reject(new Error(`${file} has no ${name}`)));
      zip.on('entry', (entry: Entry) => {
        if (entry.fileName === name) {
          zip.openReadStream(entry, (failure, stream) => {
            resolve(failure ? Promise.reject(failure) : text(stream));
          });
        } else {
          zip.readEntry();
        }
      });
      zip.readEntry();
    });
  });
}

function toVsixEntry(entry: Entry): VsixEntry {
  return { name: entry.fileName, mode: (entry.externalFileAttributes >>> 16) & 0o777 };
}
